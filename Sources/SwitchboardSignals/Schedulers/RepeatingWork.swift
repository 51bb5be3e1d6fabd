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

/// Work that can request further turns of itself. If the scheduler runs work inside the call that schedules it, the
/// turns run as a loop and not as nested calls. The scheduled turns keep this object alive, and so does the closure
/// with which the body requests turns.
final class RecursiveWork: Sendable {
  private struct State {
    /// Whether a turn is running: in this call, further up the stack, or on another thread.
    var isRunning = false
    /// The number of turns that became due while a turn was running.
    var due = 0
    /// The delays of the turns that were requested during the running turn. They are scheduled after the running turn.
    var requests: [Duration] = []
  }

  private let scheduler: Scheduler
  /// A closure in a struct, because each access to a bare closure in generic storage would wrap the closure once more.
  private struct Body { let run: @Sendable (@escaping @Sendable (Duration) -> Void) -> Void }

  private let body: Lock<Body?>
  private let state = Lock(State())
  /// The scheduled turns. Each turn leaves this composite when it has run.
  private let scheduled = CompositeDisposable()

  init(
    _ scheduler: Scheduler, _ body: @escaping @Sendable (@escaping @Sendable (Duration) -> Void) -> Void
  ) {
    self.scheduler = scheduler
    self.body = Lock(Body(run: body))
  }

  /// Runs the first turn inside this call.
  func begin() { turn() }

  func request(after delay: Duration) {
    let mustWait = state.withLock { state in
      if state.isRunning { state.requests.append(delay) }
      return state.isRunning
    }
    if !mustWait { schedule(after: delay) }
  }

  private func schedule(after delay: Duration) {
    if scheduled.isDisposed { return }
    scheduled.add(scheduler.schedule(after: delay) { self.turn() })
  }

  private func turn() {
    let isFirst = state.withLock { state in
      if state.isRunning { state.due += 1 }
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if !isFirst { return }
    repeat {
      if scheduled.isDisposed { break }
      body.withLock { $0 }?.run({ self.request(after: $0) })
    } while isAnotherDue()
  }

  /// Schedules the requested turns. Returns whether a further turn has become due meanwhile; if not, ends the running
  /// turn.
  private func isAnotherDue() -> Bool {
    while true {
      let requests = state.withLock { state in
        let taken = state.requests
        state.requests = []
        return taken
      }
      for delay in requests { schedule(after: delay) }
      let isDue = state.withLock { state -> Bool? in
        if !state.requests.isEmpty { return nil }
        if state.due > 0 {
          state.due -= 1
          return true
        }
        state.isRunning = false
        return false
      }
      if let isDue { return isDue }
    }
  }

  func dispose() {
    scheduled.dispose()
    let body = body.withLock { body in
      let taken = body
      body = nil
      return taken
    }
    withExtendedLifetime(body) {}
  }
}
