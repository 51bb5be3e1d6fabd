internal import SwitchboardBroadcast
internal import SwitchboardSignals

extension LinkCore {
  /// Sends and handles what was accepted, and ends the connection, at the latest after `time`. Calls `done` with the
  /// number of events that were neither sent nor confirmed.
  func close(within time: Duration, done: @escaping @Sendable (Int) -> Void) {
    switch phase {
    case .closed: return done(0)
    case .closing(let earlier):
      phase = .closing { count in
        earlier(count)
        done(count)
      }
    case .open:
      phase = .closing(done)
      context.enter(.closing)
      for receiver in receivers { receiver.stop() }
    }
    context.worker.schedule(after: time.asDelay) { [weak self] in self?.end() }
    pump()
  }

  /// Ends the link now.
  func end() {
    let done: @Sendable (Int) -> Void
    switch phase {
    case .closed: return
    case .closing(let closure): done = closure
    case .open: done = { _ in }
    }
    phase = .closed
    let unsent = outbox.close()
    let connection = takeConnection()
    readiness.finish(.failure(.closed))
    let context = context
    let finish: @Sendable () -> Void = {
      context.flushProblems()
      context.enter(.closed)
      context.afterStates { done(unsent) }
      (context.worker as? LinkThread)?.stop()
    }
    if let connection { connection.close(done: finish) } else { finish() }
  }

  /// Ends a closing link that has nothing left to do, and tells those who wait for the link to be ready.
  func settle() {
    dropStopped()
    if case .closing = phase, receivers.isEmpty {
      // Not before: a handler that is still at work may publish.
      queue.close()
      if outbox.isEmpty { return end() }
    }
    guard readiness.isAwaited, connection != nil else { return }
    for receiver in receivers {
      switch receiver.setup {
      case .ready: continue
      case .pending: return
      case .failed(let error): return readiness.finish(.failure(.refused(error)))
      }
    }
    for stream in readiness.streams {
      switch streams.status(of: stream) {
      case .open: continue
      case .opening: return
      case .failed(let error): return readiness.finish(.failure(.refused(error)))
      }
    }
    synchronize()
  }

  /// Waits until the engine knows all subscriptions, and then tells those who wait now.
  private func synchronize() {
    guard let connection, readiness.beginSynchronizing() else { return }
    connection.synchronize { [weak self] _ in
      guard let self else { return }
      context.worker.perform {
        guard connection === self.connection else { return }
        self.readiness.synchronized()
        self.settle()
      }
    }
    connection.flush()
  }

  /// Calls `done` when everything that the program has declared is set up, at the latest after `time`.
  func whenReady(within time: Duration, _ done: @escaping @Sendable (Result<Void, LinkError>) -> Void) {
    if case .open = phase {} else { return done(.failure(.closed)) }
    let context = context
    let number = readiness.add { result in context.afterStates { done(result) } }
    context.worker.schedule(after: time.asDelay) { [weak self] in
      guard let self else { return }
      readiness.finish(number, .failure(.notReady(within: time, last: lastError)))
    }
    settle()
  }
}

/// Those who wait for a link to be ready.
struct Readiness {
  private var waiters: [Int: @Sendable (Result<Void, LinkError>) -> Void] = [:]
  private var last = 0
  /// The waiters for which the engine is being asked.
  private var synchronizing: [Int] = []
  /// The streams that the program sends to.
  var streams: [StreamSettings] = []

  var isAwaited: Bool { !waiters.isEmpty }

  mutating func add(_ waiter: @escaping @Sendable (Result<Void, LinkError>) -> Void) -> Int {
    last += 1
    waiters[last] = waiter
    return last
  }

  /// Notes that the engine is asked for those who wait now. Returns false if it is being asked already.
  mutating func beginSynchronizing() -> Bool {
    if !synchronizing.isEmpty { return false }
    synchronizing = waiters.keys.sorted()
    return !synchronizing.isEmpty
  }

  mutating func synchronized() {
    for number in synchronizing { finish(number, .success(())) }
    synchronizing = []
  }

  mutating func lost() { synchronizing = [] }

  mutating func finish(_ result: Result<Void, LinkError>) {
    let all = waiters
    waiters = [:]
    for (_, waiter) in all.sorted(by: { $0.key < $1.key }) { waiter(result) }
  }

  mutating func finish(_ number: Int, _ result: Result<Void, LinkError>) {
    waiters.removeValue(forKey: number)?(result)
  }
}

/// Reports dropped events, at most once a second.
final class DropReport: @unchecked Sendable {
  // Sound: the variable is touched only by work of the link's worker, one piece at a time.
  private let context: LinkContext
  private var last: Duration?

  init(_ context: LinkContext) { self.context = context }

  func report(_ queue: OutgoingQueue) {
    let now = context.worker.now
    let due = last.map { $0 + .seconds(1) } ?? now
    if due <= now { return tell(queue) }
    context.worker.schedule(after: due - now) { self.tell(queue) }
  }

  private func tell(_ queue: OutgoingQueue) {
    last = context.worker.now
    let dropped = queue.takeDropped()
    if dropped == 0 { return }
    context.count { $0.dropped += dropped }
    context.report(.dropped(events: dropped))
  }
}
