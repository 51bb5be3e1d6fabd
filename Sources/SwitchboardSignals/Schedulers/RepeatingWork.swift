import SwitchboardBroadcast
import Synchronization

/// An action that is scheduled anew after each run. What is scheduled keeps it.
final class RepeatingWork: Sendable {
  private let scheduler: Scheduler
  private let interval: Duration
  /// In a struct: a bare closure in generic storage is wrapped once more at each access.
  private struct Action { let run: @Sendable () -> Void }

  private let action: Lock<Action?>
  private let due: Lock<Duration>
  /// The next run. A bag, because that one may begin, and schedule another, before it is in here.
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
      // Beats that are past are left out.
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
