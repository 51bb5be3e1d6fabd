internal import SwitchboardBroadcast
internal import SwitchboardSignals

/// A scheduler that runs its work on the threads of a pool, one piece at a time and in order. It has no thread while it
/// has no work.
///
/// The pool keeps the strand while work waits, so the work of a released strand still runs.
final class HandlerStrand: Scheduler, @unchecked Sendable {
  // Sound: the waiting work has a lock, and the pool is constant.
  private struct Waiting {
    var actions = RingBuffer<@Sendable () -> Void>(limit: .max)
    /// Whether the pool has the strand.
    var isRunning = false
  }

  private let waiting = Lock(Waiting())
  private let pool: HandlerPool
  /// After this number of actions, other strands have their turn.
  private static let turn = 16

  init(_ pool: HandlerPool = .shared) { self.pool = pool }

  override var now: Duration { pool.clock.now }

  override func perform(_ action: @escaping @Sendable () -> Void) {
    #if Tracing
      QueueHops.departed()
      let action = QueueHops.counted(action, to: "handlers of a link")
    #endif
    let isFirst = waiting.withLock { waiting in
      _ = waiting.actions.append(action)
      defer { waiting.isRunning = true }
      return !waiting.isRunning
    }
    if isFirst { pool.add(self) }
  }

  @discardableResult
  override func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    if delay <= .zero { return schedule(action) }
    let work = ScheduledWork(action)
    let timer = pool.clock.schedule(after: delay) { self.perform { work.run() } }
    return ActionDisposable {
      timer.dispose()
      work.dispose()
    }
  }

  /// Runs some of the work. Returns false if there was no more, and the pool no longer has the strand. Called by one
  /// thread at a time.
  func runTurn() -> Bool {
    for _ in 0..<Self.turn {
      guard runNext() else { return false }
      #if Tracing
        QueueHops.arrived()
      #endif
    }
    return true
  }

  /// Returns when the action has also been released.
  private func runNext() -> Bool {
    let action = waiting.withLock { waiting in
      let action = waiting.actions.popFirst()
      waiting.isRunning = action != nil
      return action
    }
    guard let action else { return false }
    pool.begun.add(1, ordering: .relaxed)
    action()
    return true
  }
}
