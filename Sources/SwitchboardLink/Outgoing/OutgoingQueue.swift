internal import SwitchboardBroadcast
internal import SwitchboardSignals

/// The events that wait to be sent. Dispatching threads put them in; the thread of the link takes them out.
///
/// Durable events wait apart from all others, so that live events, requests and answers are sent while a stream cannot
/// store. Both kinds share the limit.
final class OutgoingQueue: Sendable {
  private struct State {
    var live = RingBuffer<OutgoingEvent>(limit: .max)
    var durable = RingBuffer<OutgoingEvent>(limit: .max)
    /// The events that were taken out and are not sent or confirmed yet.
    var outside = 0
    var lastNumber: UInt64 = 0
    var dropped = 0
    var isClosed = false
    /// Whether work that takes events out is on its way.
    var isWoken = false

    var count: Int { live.count + durable.count }

    mutating func append(_ event: OutgoingEvent) {
      lastNumber += 1
      event.number = lastNumber
      _ = event.route.isDurable ? durable.append(event) : live.append(event)
    }

    /// Takes out the event that has waited longest.
    mutating func popOldest() -> OutgoingEvent? {
      guard let first = live.oldest else { return durable.popFirst() }
      guard let other = durable.oldest else { return live.popFirst() }
      return first.number < other.number ? live.popFirst() : durable.popFirst()
    }
  }

  private let state = Lock(State())
  private let limit: Int
  private let whenFull: LinkOverflow
  private let worker: Scheduler
  private let wake: @Sendable () -> Void
  private let tellDropped: @Sendable () -> Void

  /// - Parameters:
  ///   - wake: Runs on `worker` after events were put in.
  ///   - tellDropped: Runs on `worker` after the first event was dropped since the last call of ``takeDropped()``.
  init(
    limit: Int, whenFull: LinkOverflow, worker: Scheduler, wake: @escaping @Sendable () -> Void,
    tellDropped: @escaping @Sendable () -> Void
  ) {
    require(limit > 0, "no event could be sent with a queueLimit of \(limit); use 1 or more")
    (self.limit, self.whenFull, self.worker) = (limit, whenFull, worker)
    (self.wake, self.tellDropped) = (wake, tellDropped)
  }

  /// The numbers of events that wait here, that were taken out, and that were dropped since the last call of
  /// ``takeDropped()``.
  var counts: (waiting: Int, outside: Int, dropped: Int) {
    state.withLock { ($0.count, $0.outside, $0.dropped) }
  }

  /// Puts an event in. Returns an error if the event is not accepted. O(1).
  @discardableResult
  func append(_ event: OutgoingEvent) -> LinkError? {
    let verdict = state.withLock { state in accept(event, &state) }
    if verdict.wakes { worker.perform(wake) }
    if verdict.dropsFirst { worker.perform(tellDropped) }
    verdict.displaced?.waiter?.resume(.failure(.dropped))
    return verdict.error
  }

  private struct Verdict {
    var error: LinkError?
    var displaced: OutgoingEvent?
    var wakes = false
    var dropsFirst = false
  }

  /// Decides what becomes of a new event. Runs under the lock.
  private func accept(_ event: OutgoingEvent, _ state: inout State) -> Verdict {
    var verdict = Verdict()
    if state.isClosed {
      verdict.error = .closed
      return verdict
    }
    if state.count + state.outside >= limit {
      // A caller that awaits a refused event is told by an error.
      if whenFull != .refuse || event.waiter == nil {
        state.dropped += 1
        verdict.dropsFirst = state.dropped == 1
      }
      if whenFull == .dropOldest { verdict.displaced = state.popOldest() }
      if verdict.displaced == nil {
        verdict.error = whenFull == .refuse ? .queueFull(limit: limit) : .dropped
        return verdict
      }
    }
    state.append(event)
    verdict.wakes = !state.isWoken
    state.isWoken = true
    return verdict
  }

  /// Takes at most `count` durable events out, or other events. If none is left, the next event that is put in wakes
  /// the link.
  func take(_ count: Int, durable isDurable: Bool) -> [OutgoingEvent] {
    state.withLock { state in
      let taken = isDurable ? Self.take(count, &state.durable) : Self.take(count, &state.live)
      state.outside += taken.count
      if taken.isEmpty { state.isWoken = false }
      return taken
    }
  }

  private static func take(_ count: Int, _ events: inout RingBuffer<OutgoingEvent>) -> [OutgoingEvent] {
    var taken: [OutgoingEvent] = []
    taken.reserveCapacity(min(count, events.count))
    while taken.count < count, let event = events.popFirst() { taken.append(event) }
    // Frees the memory of a burst. The buffer is empty here, so no deinit runs under the lock.
    if taken.isEmpty, events.capacity > 1024 { events = RingBuffer(limit: .max) }
    return taken
  }

  /// Notes that events that were taken out are sent, confirmed or given up.
  func finished(_ count: Int) { state.withLock { $0.outside -= count } }

  /// Returns the number of events dropped since the last call.
  func takeDropped() -> Int {
    state.withLock { state in
      defer { state.dropped = 0 }
      return state.dropped
    }
  }

  /// Accepts nothing more.
  func close() { state.withLock { $0.isClosed = true } }

  /// Gives up all events that wait here, and returns their number.
  func removeAll() -> Int {
    let events = state.withLock { state in
      var events: [OutgoingEvent] = []
      events.reserveCapacity(state.count)
      while let event = state.popOldest() { events.append(event) }
      return events
    }
    for event in events { event.waiter?.resume(.failure(.closed)) }
    return events.count
  }
}
