import SwitchboardBroadcast
import Synchronization

/// An action that is scheduled anew after each run. The scheduled run keeps this object alive.
final class RepeatingWork: Sendable {
  private let scheduler: Scheduler
  private let interval: Duration
  /// A closure in a struct, because each access to a bare closure in generic storage would wrap the closure once more.
  private struct Action { let run: @Sendable () -> Void }

  private let action: Lock<Action?>
  private let due: Lock<Duration>
  /// The next run. A composite, because the run may begin, and schedule its successor, before `add` has stored it.
  private let next = CompositeDisposable()

  init(_ scheduler: Scheduler, first due: Duration, _ interval: Duration, _ action: @escaping @Sendable () -> Void) {
    self.scheduler = scheduler
    self.interval = interval
    self.action = Lock(Action(run: action))
    self.due = Lock(due)
  }

  func scheduleNext() {
    let due = due.withLock { $0 }
    next.add(scheduler.schedule(after: due - scheduler.now) { self.run() })
  }

  private func run() {
    if next.isDisposed { return }
    action.withLock { $0 }?.run()
    if next.isDisposed { return }
    let now = scheduler.now
    due.withLock { due in
      due += interval
      // Skips the beats that are already past.
      if due <= now { due += interval * (Int64((now - due) / interval) + 1) }
    }
    scheduleNext()
  }

  func dispose() {
    next.dispose()
    let action = action.withLock { action in
      let taken = action
      action = nil
      return taken
    }
    withExtendedLifetime(action) {}
  }
}
