internal import SwitchboardBroadcast
internal import SwitchboardBus
internal import SwitchboardSignals
internal import Synchronization

/// The deliveries to other processes that await an answer. Receives the answers at a subject of the link's own.
final class Requests: LinkReceiver, @unchecked Sendable {
  // Sound: what waits has a lock. Other variables are touched only by work of the link's worker, one piece at a time.
  private let context: LinkContext
  private let lane: OutgoingLane
  private let pattern: WirePattern
  private var connection: (any TransportConnection)?
  private var handle: (any TransportHandle)?
  /// Why no answer can be received on this connection.
  private var denial: TransportError?
  private struct Waiting {
    let request: Request
    /// The name of the event.
    let name: String
    /// Disposed with the answer. Otherwise the timers of answered deliveries would wait until their time.
    let deadline: any Disposable
    /// What sends the event again.
    var repetition: (any Disposable)?
    /// How often the event was sent, without what has reached nobody.
    var sent = 1

    func end(_ result: Result<Void, RemoteDeliveryError>) {
      deadline.dispose()
      repetition?.dispose()
      request.end(result)
    }
  }
  private struct State {
    var waiting: [UInt64: Waiting] = [:]
    var isStopped = false
  }
  /// Locked, because an answer ends its delivery on the thread of the engine: to wake that of the link takes long.
  private let state = Lock(State())
  private(set) var setup = ReceiverSetup.ready

  init(_ context: LinkContext, _ lane: OutgoingLane) {
    (self.context, self.lane) = (context, lane)
    pattern = WirePattern(
      application: context.application, kind: .reply, name: WireIdentity.text(ofOrigin: context.origin))
  }

  var isIdle: Bool { state.withLock { $0.waiting.isEmpty } }
  var isStopped: Bool { state.withLock { $0.isStopped } }

  func connected(_ connection: any TransportConnection) {
    (self.connection, denial) = (connection, nil)
    if !isIdle { subscribe() }
  }

  func lost() { (connection, handle) = (nil, nil) }
  func streamsChanged() {}
  func subscriptionsChanged() {}
  func consumerEnded(_ consumer: ConsumerSettings, _ error: TransportError) {}

  func denied(receiving pattern: String, _ error: TransportError) {
    guard pattern == self.pattern.text else { return }
    denial = error
    end(.failure(.unsent(.refused(error)))) { _ in true }
  }

  func denied(publishing subject: String, _ error: TransportError) -> Bool {
    let tokens = subject.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
    guard tokens.count > 2, tokens[1] == WireSubject.Kind.request.rawValue else { return false }
    let name = WireText.unescaped(tokens[2])
    end(.failure(.unsent(.refused(error)))) { $0 == name }
    return true
  }

  /// Ends the deliveries of the names that `isMeant` says.
  private func end(_ result: Result<Void, RemoteDeliveryError>, _ isMeant: (String?) -> Bool) {
    let numbers = state.withLock { $0.waiting.filter { isMeant($0.value.name) }.keys.sorted() }
    for number in numbers { remove(number)?.end(result) }
  }

  func stop() { state.withLock { $0.isStopped = true } }

  func end() {
    let rest = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting
    }
    for (_, waiting) in rest {
      waiting.end(.failure(waiting.request.isSent ? .interrupted(.closed) : .unsent(.closed)))
    }
  }

  func unheard(_ identity: String) {
    guard let identity = WireIdentity(identity), identity.origin == context.origin else { return }
    // What was sent before a repetition may have reached a process that handles it.
    let isHopeless = state.withLock { state in
      state.waiting[identity.number]?.sent -= 1
      return state.waiting[identity.number]?.sent == 0
    }
    guard isHopeless, let waiting = remove(identity.number) else { return }
    waiting.end(.failure(.noResponder(name: waiting.name)))
  }

  /// Sends an event, and ends the request with the answer.
  ///
  /// - Parameters:
  ///   - again: Makes the event anew, to be sent again when half, three quarters and seven eighths of the time have
  ///     passed, because its responder may have ended. Nil for an event that must not be repeated.
  func begin(
    _ event: OutgoingEvent, name: String, within time: Duration, _ request: Request,
    again: (@Sendable () -> OutgoingEvent)?
  ) {
    if isStopped { return request.end(.failure(.unsent(.closed))) }
    if let denial { return request.end(.failure(.unsent(.refused(denial)))) }
    // Before the event is sent, so that no answer is missed.
    subscribe()
    if let refusal = lane.append(event) { return request.end(.failure(.unsent(refusal.error))) }
    let number = event.number
    let deadline = context.worker.schedule(after: time.asDelay) { [weak self] in
      self?.remove(number)?.end(.failure(.noAnswer(name: name, within: time)))
    }
    state.withLock { $0.waiting[number] = Waiting(request: request, name: name, deadline: deadline) }
    if let again { repeatLater(number, 3, after: time.asDelay / 2, again) }
  }

  /// Sends an event again if it has no answer after a time, and then after half the time.
  private func repeatLater(
    _ number: UInt64, _ times: Int, after pause: Duration,
    _ make: @escaping @Sendable () -> OutgoingEvent
  ) {
    let repetition = context.worker.schedule(after: pause) { [weak self] in
      guard let self, state.withLock({ $0.waiting[number] != nil }) else { return }
      let event = make()
      // The number tells whose the answer is.
      event.number = number
      if lane.append(event) == nil { state.withLock { $0.waiting[number]?.sent += 1 } }
      if times > 1 { repeatLater(number, times - 1, after: pause / 2, make) }
    }
    let (isWaiting, earlier) = state.withLock { state -> (Bool, (any Disposable)?) in
      let earlier = state.waiting[number]?.repetition
      state.waiting[number]?.repetition = repetition
      return (state.waiting[number] != nil, earlier)
    }
    if !isWaiting { repetition.dispose() }
    // Released here, with no lock held.
    keepAlive(earlier)
  }

  /// Takes a request out. The last one lets a link that closes go on.
  private func remove(_ number: UInt64) -> Waiting? {
    let (removed, isOver) = state.withLock { state in
      let removed = state.waiting.removeValue(forKey: number)
      return (removed, state.isStopped && state.waiting.isEmpty)
    }
    if isOver { context.settled() }
    return removed
  }

  private func subscribe() {
    guard let connection, handle == nil else { return }
    do {
      handle = try connection.subscribe(to: pattern, group: nil) { [weak self] in self?.answered($0) }
    } catch {
      context.report(.transport(error))
    }
  }

  private func answered(_ message: WireMessage) {
    context.count { $0.received += 1 }
    guard let answer = Answer(message.payload) else {
      return context.report(.undecodable(subject: message.subjectText, reason: "no answer of this library"))
    }
    remove(answer.number)?.end(answer.result)
  }
}

/// One delivery to another process, until it ends.
final class Request: Sendable {
  private let done: Once<Result<Void, RemoteDeliveryError>>
  private let wasSent = Atomic(false)

  init(_ done: @escaping @Sendable (Result<Void, RemoteDeliveryError>) -> Void) { self.done = Once(done) }

  /// Whether the event was handed to the engine.
  var isSent: Bool { wasSent.load(ordering: .acquiring) }

  /// Notes whether the event was sent.
  func sent(_ result: Result<Void, LinkError>) {
    switch result {
    case .success: wasSent.store(true, ordering: .releasing)
    case .failure(let error): end(.failure(.unsent(error)))
    }
  }

  func end(_ result: Result<Void, RemoteDeliveryError>) { done(result) }
}
