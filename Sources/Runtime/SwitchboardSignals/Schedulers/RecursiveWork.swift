import SwitchboardBroadcast

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
    let delay = delay.asDelay
    if delay == .zero { return scheduled.add(scheduler.schedule(after: delay) { self.turn() }) }
    let due = scheduler.now + delay
    scheduled.add(
      scheduler.schedule(after: delay) {
        // The timers of some platforms come early.
        let rest = due - self.scheduler.now
        if rest > .zero { self.schedule(after: rest) } else { self.turn() }
      })
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
      let (requests, isDue) = state.withLock { state in
        let requests = state.requests
        state.requests = []
        if !requests.isEmpty { return (requests, false) }
        state.isRunning = state.due > 0
        state.due = max(0, state.due - 1)
        return ([], state.isRunning)
      }
      if requests.isEmpty { return isDue }
      for delay in requests { schedule(after: delay) }
    }
  }

  /// The handle for the caller. Weak: if the scheduler is deallocated and drops its work, the handle must not keep the
  /// action alive.
  var handle: any Disposable { ActionDisposable { [weak self] in self?.dispose() } }

  func dispose() {
    scheduled.dispose()
    body.exchange(nil)
  }
}

extension RecursiveWork {
  /// Makes work whose turns each run `action` and request the next turn. The first turn, which the caller requests, is
  /// due at the time `first`.
  convenience init(
    _ scheduler: Scheduler, first: Duration, every interval: Duration, _ action: @escaping @Sendable () -> Void
  ) {
    // Turns run one at a time, as the state requires.
    let (due, interval) = (SerialState(first), interval.asDelay)
    self.init(scheduler) { again in
      action()
      let now = scheduler.now
      due.value += interval
      // Skips the beats that are already past. Without counting them, if there are so many that no `Double` tells two
      // beats apart: after a long stall with a tiny interval.
      if due.value <= now {
        let past = (now - due.value) / interval
        due.value = past < 0x1p53 ? due.value + interval * (Int64(past) + 1) : now + interval
      }
      again(due.value - now)
    }
  }
}
