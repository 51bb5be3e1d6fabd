internal import SwitchboardBroadcast
internal import SwitchboardSignals
internal import Synchronization

/// The events that wait for one way out of the link: all live events, requests and answers, or the events of one
/// stream. So a stream that cannot store holds up neither live events nor other streams.
///
/// Dispatching threads put events in; the thread of the link takes them out, encodes them, and keeps them until they
/// are sent or confirmed. The limits count them until then.
final class OutgoingLane: Sendable {
  private struct State {
    var events = RingBuffer<OutgoingEvent>(limit: .max)
    /// The events that were taken out and are not sent, confirmed or given up.
    var outside = 0
    /// Those of them that the engine has and has not confirmed.
    var unconfirmed = 0
    /// The bytes of all.
    var bytes = 0
    var dropped = 0
    var isClosed = false
    /// Whether work that takes events out is on its way.
    var isWoken = false
  }

  private struct Verdict {
    var refusal: Refusal?
    var displaced: OutgoingEvent?
    var wakes = false
    var dropsFirst = false
  }

  /// The place among the lanes of the link; 0 for live events.
  let index: Int
  /// Nil for live events.
  let stream: StreamSettings?
  private let rules: OutgoingRules
  private let state = Lock(State())

  init(_ index: Int, _ stream: StreamSettings?, _ rules: OutgoingRules) {
    (self.index, self.stream, self.rules) = (index, stream, rules)
  }

  /// The numbers of events that are not handed to the engine, that are not confirmed, and that were dropped since the
  /// last call of ``takeDropped()``.
  var counts: (waiting: Int, unconfirmed: Int, dropped: Int) {
    state.withLock { ($0.events.count + $0.outside - $0.unconfirmed, $0.unconfirmed, $0.dropped) }
  }

  /// Whether an event more than now is too many: then the oldest that was not handed over has to go.
  var isOverfull: Bool {
    state.withLock { $0.outside > 1 && ($0.outside > rules.limit || rules.budget.isExceeded(by: $0.bytes)) }
  }

  /// Puts an event in. Returns why the event is not accepted, if so. O(1).
  func append(_ event: OutgoingEvent) -> Refusal? {
    event.bytes = event.route.usualBytes
    let verdict = state.withLock { accept(event, &$0) }
    if verdict.refusal == nil { rules.budget.change(by: event.bytes - (verdict.displaced?.bytes ?? 0)) }
    if verdict.wakes { rules.worker.perform(rules.wake) }
    if verdict.dropsFirst { rules.worker.perform(rules.tellDropped) }
    verdict.displaced?.waiter?.resume(.failure(.dropped))
    return verdict.refusal
  }

  /// Decides what becomes of a new event. Runs under the lock.
  private func accept(_ event: OutgoingEvent, _ state: inout State) -> Verdict {
    var verdict = Verdict()
    if state.isClosed {
      verdict.refusal = .closed
      return verdict
    }
    if isFull(state) {
      // A caller that awaits a refused event is told by an error.
      if rules.whenFull != .refuse || event.waiter == nil {
        state.dropped += 1
        verdict.dropsFirst = state.dropped == 1
      }
      if rules.whenFull == .dropOldest { verdict.displaced = state.events.popFirst() }
      guard let displaced = verdict.displaced else {
        verdict.refusal = rules.whenFull == .refuse ? .full(limit: rules.limit) : .dropped
        return verdict
      }
      state.bytes -= displaced.bytes
    }
    if event.number == 0 { event.number = rules.lastNumber.add(1, ordering: .relaxed).newValue }
    _ = state.events.append(event)
    state.bytes += event.bytes
    verdict.wakes = !state.isWoken
    state.isWoken = true
    return verdict
  }

  /// With `.dropOldest`, the link's thread makes room among the events that it has taken out.
  private func isFull(_ state: State) -> Bool {
    if rules.whenFull == .dropOldest {
      return state.events.count >= rules.limit || state.events.count > 1 && rules.budget.isExceeded(by: state.bytes)
    }
    let count = state.events.count + state.outside
    return count >= rules.limit || count > 0 && rules.budget.isExceeded(by: state.bytes)
  }

  /// Takes at most `count` events out. If none is left, the next event that is put in wakes the link.
  func take(_ count: Int) -> [OutgoingEvent] {
    state.withLock { state in
      var taken: [OutgoingEvent] = []
      taken.reserveCapacity(min(count, state.events.count))
      while taken.count < count, let event = state.events.popFirst() { taken.append(event) }
      state.outside += taken.count
      if taken.isEmpty {
        state.isWoken = false
        // Frees the memory of a burst. The buffer is empty here, so no deinit runs under the lock.
        if state.events.capacity > 1024 { state.events = RingBuffer(limit: .max) }
      }
      return taken
    }
  }

  /// Notes that events that were taken out are larger or smaller than was thought.
  func resized(by bytes: Int) {
    if bytes == 0 { return }
    state.withLock { $0.bytes += bytes }
    rules.budget.change(by: bytes)
  }

  /// Notes that events were handed to the engine, whose confirmations they await.
  func handedOver(_ count: Int) { state.withLock { $0.unconfirmed += count } }

  /// Notes that events that were taken out are sent, confirmed or given up.
  func finished(_ count: Int, bytes: Int, unconfirmed: Int = 0) {
    state.withLock { state in
      state.outside -= count
      state.unconfirmed -= unconfirmed
      state.bytes -= bytes
    }
    rules.budget.change(by: -bytes)
  }

  /// Notes that an event that was taken out is dropped.
  func noteDropped() {
    let isFirst = state.withLock { state in
      state.dropped += 1
      return state.dropped == 1
    }
    if isFirst { rules.worker.perform(rules.tellDropped) }
  }

  /// Returns the number of events dropped since the last call.
  func takeDropped() -> Int {
    state.withLock { state in
      defer { state.dropped = 0 }
      return state.dropped
    }
  }

  /// Accepts nothing more.
  func close() { state.withLock { $0.isClosed = true } }
}

/// Why a lane does not accept an event. Not an error of the link, because such an error takes long to copy.
enum Refusal {
  case closed, dropped
  case full(limit: Int)

  var error: LinkError {
    switch self {
    case .closed: .closed
    case .dropped: .dropped
    case .full(let limit): .queueFull(limit: limit)
    }
  }
}

/// What the lanes of a link have in common.
final class OutgoingRules: Sendable {
  /// The most events of a lane.
  let limit: Int
  let whenFull: LinkOverflow
  let budget: ByteBudget
  let worker: Scheduler
  /// Runs on `worker` after events were put in.
  let wake: @Sendable () -> Void
  /// Runs on `worker` after the first event of a lane was dropped since the last call of
  /// ``OutgoingLane/takeDropped()``.
  let tellDropped: @Sendable () -> Void
  /// The number of the last event of the link.
  let lastNumber = Atomic<UInt64>(0)

  init(
    limit: Int, whenFull: LinkOverflow, budget: ByteBudget, worker: Scheduler, wake: @escaping @Sendable () -> Void,
    tellDropped: @escaping @Sendable () -> Void
  ) {
    require(limit > 0, "no event could be sent with a queueLimit of \(limit); use 1 or more")
    (self.limit, self.whenFull, self.budget, self.worker) = (limit, whenFull, budget, worker)
    (self.wake, self.tellDropped) = (wake, tellDropped)
  }
}
