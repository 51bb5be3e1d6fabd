import SwitchboardBroadcast
import Synchronization

/// Work that runs repeatedly on a scheduler, with coalesced requests: several requests before the scheduler's next turn
/// give one run.
final class CoalescedWork: Sendable {
  private let scheduler: Scheduler
  private let isScheduled = Atomic<Bool>(false)
  private let action = Lock<(@Sendable () -> Void)?>(nil)

  init(_ scheduler: Scheduler) { self.scheduler = scheduler }

  /// Sets the action of the work. Nil means that later runs do nothing.
  func set(_ new: (@Sendable () -> Void)?) {
    let old = action.withLock { action in
      let old = action
      action = new
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Requests a run on the scheduler, unless a run is requested already.
  func request() {
    if !isScheduled.exchange(true, ordering: .acquiringAndReleasing) { scheduler.perform { self.run() } }
  }

  /// Runs the work inside this call if `Scheduler.runsInline` allows that here; otherwise requests a run.
  func runOrRequest() {
    if scheduler.runsInline { run() } else { request() }
  }

  private func run() {
    isScheduled.store(false, ordering: .sequentiallyConsistent)
    action.withLock { $0 }?()
  }
}
