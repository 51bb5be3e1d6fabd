internal import SwitchboardBroadcast
internal import SwitchboardSignals
internal import Synchronization

/// Has durable events handled on a scheduler, one at a time and in order. An event ends when all its handlers have
/// returned, including asynchronous handlers.
final class HandlingQueue: Sendable {
  struct Result: Sendable {
    let stored: StoredMessage
    let outcome: ArrivalResult
  }

  private struct State {
    var messages = RingBuffer<StoredMessage>(limit: .max)
    var isRunning = false
  }

  private let state = Lock(State())
  private let type: WireType
  private let place: ReceivingPlace
  private let done: @Sendable (Result) -> Void
  /// After this number of events, other work of the scheduler has its turn.
  private static let turn = 64

  /// - Parameter done: Called with each result, on any thread.
  init(_ type: WireType, _ place: ReceivingPlace, _ done: @escaping @Sendable (Result) -> Void) {
    (self.type, self.place, self.done) = (type, place, done)
  }

  func add(_ stored: StoredMessage) {
    let isFirst = state.withLock { state in
      _ = state.messages.append(stored)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { place.scheduler.perform { self.run() } }
  }

  /// Removes the events whose handling has not begun.
  func removeAll() -> [StoredMessage] {
    state.withLock { state in
      var removed: [StoredMessage] = []
      while let stored = state.messages.popFirst() { removed.append(stored) }
      return removed
    }
  }

  private func run() {
    for _ in 0..<Self.turn {
      guard let stored = next() else { return }
      let step = Step()
      let remote = RemoteArrival(stored.message, attempt: stored.attempt, sequence: stored.sequence)
      type.receive(place.arrival(of: stored.message, remote, waits: true)) { [self] outcome in
        done(Result(stored: stored, outcome: outcome))
        if !step.isFirst() { place.scheduler.perform { self.run() } }
      }
      // An asynchronous handler goes on; the next event waits for it.
      if step.isFirst() { return }
    }
    place.scheduler.perform { self.run() }
  }

  private func next() -> StoredMessage? {
    state.withLock { state in
      let stored = state.messages.popFirst()
      state.isRunning = stored != nil
      return stored
    }
  }

  /// Decides whether the handling of an event or the call that began the handling ends first.
  private final class Step: Sendable {
    private let isOver = Atomic(false)
    func isFirst() -> Bool { !isOver.exchange(true, ordering: .acquiringAndReleasing) }
  }
}
