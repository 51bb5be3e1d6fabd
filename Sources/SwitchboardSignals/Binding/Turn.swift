import SwitchboardBroadcast
import Synchronization

/// A piece of work that runs repeatedly on a scheduler. Several requests before a turn give one run.
final class Turn: Sendable {
  private let scheduler: Scheduler
  private let isScheduled = Atomic<Bool>(false)
  private let action = Lock<(@Sendable () -> Void)?>(nil)

  init(_ scheduler: Scheduler) { self.scheduler = scheduler }

  /// Sets the work. Nil means that later turns do nothing.
  func set(_ new: (@Sendable () -> Void)?) {
    let old = action.withLock { action in
      let old = action
      action = new
      return old
    }
    withExtendedLifetime(old) {}
  }

  func takeLater() {
    if !isScheduled.exchange(true, ordering: .acquiringAndReleasing) { scheduler.perform { self.run() } }
  }

  /// Runs the work inside this call if `Scheduler.takesOnTheSpot` allows that here; otherwise requests a turn.
  func takeNowOrLater() {
    if scheduler.takesOnTheSpot { run() } else { takeLater() }
  }

  private func run() {
    isScheduled.store(false, ordering: .sequentiallyConsistent)
    action.withLock { $0 }?()
  }
}
