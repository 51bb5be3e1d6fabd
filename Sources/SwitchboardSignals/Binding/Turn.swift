import SwitchboardBroadcast
import Synchronization

/// One piece of work that is done again and again on a scheduler; asked for twice before its turn it is done once.
final class Turn: Sendable {
  private let scheduler: Scheduler
  private let isScheduled = Atomic<Bool>(false)
  private let action = Lock<(@Sendable () -> Void)?>(nil)

  init(_ scheduler: Scheduler) { self.scheduler = scheduler }

  /// What is done; nil: nothing any more.
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

  /// Inside this call, if it is made where the scheduler runs its work.
  func takeNowOrLater() {
    if scheduler.takesOnTheSpot { run() } else { takeLater() }
  }

  private func run() {
    isScheduled.store(false, ordering: .sequentiallyConsistent)
    action.withLock { $0 }?()
  }
}
