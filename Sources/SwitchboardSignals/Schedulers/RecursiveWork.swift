import SwitchboardBroadcast

/// Work that asks for further turns of itself: a loop where the scheduler runs a turn inside the call that asks for it.
/// What is scheduled keeps it, and who may still ask.
final class RecursiveWork: Sendable {
  private struct State {
    /// A turn is running, here or further up the stack.
    var isRunning = false
    /// Turns that came due meanwhile.
    var due = 0
    /// What was asked for during the turn, to be scheduled after it.
    var requests: [Duration] = []
  }

  private let scheduler: Scheduler
  /// In a struct: a bare closure in generic storage is wrapped once more at each access.
  private struct Body { let run: @Sendable (@escaping @Sendable (Duration) -> Void) -> Void }

  private let body: Lock<Body?>
  private let state = Lock(State())
  /// Those that are scheduled leave it when they have run.
  private let scheduled = CompositeDisposable()

  init(
    _ scheduler: Scheduler, _ body: @escaping @Sendable (@escaping @Sendable (Duration) -> Void) -> Void
  ) {
    self.scheduler = scheduler
    self.body = Lock(Body(run: body))
  }

  /// Runs the first turn here.
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

  /// Schedules what was asked for, and says whether some of it ran into this turn. Otherwise ends it.
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
