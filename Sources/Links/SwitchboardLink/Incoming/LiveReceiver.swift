internal import SwitchboardBroadcast
internal import SwitchboardBus
internal import SwitchboardSignals

/// Receives live events or requests of one type, and hands them to the subscribers of the bus. Subscribes at the engine
/// only while the bus has a subscriber.
final class LiveReceiver: LinkReceiver, @unchecked Sendable {
  // Sound: the variables are touched only by work of the link's worker; the arrivals have a lock.
  private let type: WireType
  private let pattern: WirePattern
  private let group: String?
  private let place: ReceivingPlace
  private let context: LinkContext
  private let arrivals: LiveArrivals

  private var connection: (any TransportConnection)?
  private var handle: (any TransportHandle)?
  private(set) var isStopped = false
  private(set) var setup = ReceiverSetup.pending

  /// - Parameters:
  ///   - limit: The largest number of events that wait for their handlers.
  ///   - answer: Called with the result of each event, for requests. Nil for events: then the result is not awaited.
  init(
    _ type: WireType, _ kind: WireSubject.Kind, group: String?, limit: Int, _ place: ReceivingPlace,
    _ context: LinkContext, answer: (@Sendable (WireMessage, ArrivalResult) -> Void)? = nil
  ) {
    (self.type, self.group, self.place, self.context) = (type, group, place, context)
    pattern = WirePattern(application: context.application, kind: kind, name: type.name)
    let weak = WeakReference<LiveReceiver>()
    arrivals = LiveArrivals(type, limit: limit, place, context, answer: answer) { weak.object?.wasUnheard() }
    weak.object = self
  }

  var isIdle: Bool { arrivals.isEmpty }

  func connected(_ connection: any TransportConnection) {
    self.connection = connection
    subscribeIfHeard()
  }

  func lost() {
    (connection, handle) = (nil, nil)
    if !isStopped { setup = .pending }
  }

  func streamsChanged() {}
  func consumerEnded(_ consumer: ConsumerSettings, _ error: TransportError) {}
  func subscriptionsChanged() { subscribeIfHeard() }

  func denied(receiving pattern: String, _ error: TransportError) {
    if pattern == self.pattern.text { setup = .failed(error) }
  }

  func stop() {
    isStopped = true
    handle.take()?.cancel()
    (connection, setup) = (nil, .ready)
    arrivals.stop()
  }

  private func subscribeIfHeard() {
    guard let connection, !isStopped, handle == nil else { return }
    guard type.isHeard(place.bus) else {
      // Waits for a subscriber, and not for the engine.
      setup = .ready
      return
    }
    do {
      let arrivals = arrivals
      handle = try connection.subscribe(to: pattern, group: group) { arrivals.add($0) }
      setup = .ready
    } catch {
      setup = .failed(error)
      context.report(.transport(error))
    }
  }

  /// Ends the subscription at the engine when the bus has no subscriber any more.
  private func wasUnheard() {
    context.worker.perform { [weak self] in
      guard let self, !type.isHeard(place.bus) else { return }
      handle.take()?.cancel()
    }
  }
}

/// Where received events go.
struct ReceivingPlace: Sendable {
  let bus: EventBus
  let scheduler: Scheduler
  /// The line that receives.
  let fileID: StaticString
  let line: UInt32

  func arrival(of message: WireMessage, _ remote: RemoteArrival? = nil, waits: Bool) -> Arrival {
    Arrival(
      message: message, remote: remote ?? RemoteArrival(message), bus: bus, scheduler: scheduler, waits: waits,
      flow: WireTrace.flow(of: message.traceparent),
      fileID: fileID, line: line)
  }
}

/// The live events that wait for their handlers. The engine puts them in; the scheduler of the handlers takes them out.
private final class LiveArrivals: Sendable {
  private struct State {
    var messages: RingBuffer<WireMessage>
    var bytes = 0
    var isRunning = false
    var isStopped = false
    var dropped = 0
    /// The requests whose handlers are at work.
    var unanswered = 0

    var isEmpty: Bool { !isRunning && unanswered == 0 }
  }

  /// After this number of events, other work of the scheduler has its turn.
  private static let turn = 64

  private let state: Lock<State>
  private let type: WireType
  private let place: ReceivingPlace
  private let context: LinkContext
  private let answer: (@Sendable (WireMessage, ArrivalResult) -> Void)?
  private let wasUnheard: @Sendable () -> Void
  private let ownPrefix: String

  init(
    _ type: WireType, limit: Int, _ place: ReceivingPlace, _ context: LinkContext,
    answer: (@Sendable (WireMessage, ArrivalResult) -> Void)?, wasUnheard: @escaping @Sendable () -> Void
  ) {
    require(limit > 0, "no event could wait with a limit of \(limit); use 1 or more")
    state = Lock(State(messages: RingBuffer(limit: limit)))
    (self.type, self.place, self.context) = (type, place, context)
    (self.answer, self.wasUnheard) = (answer, wasUnheard)
    ownPrefix = WireIdentity.prefix(.dispatched, context.origin)
  }

  var isEmpty: Bool { state.withLock { $0.isEmpty } }

  /// Accepts no more events. Those that wait are still handled.
  func stop() { state.withLock { $0.isStopped = true } }

  func add(_ message: WireMessage) {
    if message.identity.hasPrefix(ownPrefix) { return context.count { $0.own += 1 } }
    let bytes = message.bytes
    let (displaced, isFirst) = state.withLock { state -> ([WireMessage], Bool) in
      if state.isStopped { return ([], false) }
      state.bytes += bytes
      context.budget.change(by: bytes)
      var displaced: [WireMessage] = []
      if let oldest = state.messages.append(message) { displaced.append(oldest) }
      noteDropped(displaced.first, &state)
      while state.messages.count > 1, context.budget.isExceeded(by: state.bytes), let next = state.messages.popFirst() {
        noteDropped(next, &state)
        displaced.append(next)
      }
      defer { state.isRunning = true }
      return (displaced, !state.isRunning)
    }
    keepAlive(displaced)
    if isFirst { place.scheduler.perform { self.run() } }
  }

  private func noteDropped(_ message: WireMessage?, _ state: inout State) {
    guard let message else { return }
    state.dropped += 1
    forget(message, &state)
  }

  private func forget(_ message: WireMessage, _ state: inout State) {
    state.bytes -= message.bytes
    context.budget.change(by: -message.bytes)
  }

  private func run() {
    for _ in 0..<Self.turn {
      guard let message = next() else { return }
      context.count { $0.received += 1 }
      type.receive(place.arrival(of: message, waits: answer != nil)) { [self] result in
        switch result {
        case .undecodable(let reason):
          context.count { $0.undecodable += 1 }
          context.report(.undecodable(subject: message.subjectText, reason: reason))
        case .unheard: wasUnheard()
        case .notSelected, .handled: break
        }
        guard let answer else { return }
        answer(message, result)
        let isOver = state.withLock { state in
          state.unanswered -= 1
          return state.isStopped && state.isEmpty
        }
        if isOver { context.settled() }
      }
    }
    place.scheduler.perform { self.run() }
  }

  /// Takes the next event out, and reports events that were dropped. Without an event, ends the run.
  private func next() -> WireMessage? {
    let (message, dropped, isOver) = state.withLock { state -> (WireMessage?, Int, Bool) in
      let message = state.messages.popFirst()
      if let message { forget(message, &state) }
      state.isRunning = message != nil
      if message != nil, answer != nil { state.unanswered += 1 }
      defer { state.dropped = 0 }
      return (message, state.dropped, state.isStopped && state.isEmpty)
    }
    if dropped > 0 {
      context.count { $0.slow += dropped }
      context.report(.slow(name: type.name, events: dropped))
    }
    if isOver { context.settled() }
    return message
  }
}
