internal import Foundation
internal import SwitchboardBroadcast
internal import SwitchboardBus
internal import SwitchboardSignals
internal import Synchronization

/// The deliveries to other processes that await an answer. Receives the answers at a subject of the link's own.
final class Requests: LinkReceiver, @unchecked Sendable {
  // Sound: the variables are touched only by work of the link's worker, one piece at a time.
  private let context: LinkContext
  private let lane: OutgoingLane
  private let pattern: WirePattern
  private let answers: Coalescer<WireMessage>
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
  private var waiting: [UInt64: Waiting] = [:]
  private(set) var isStopped = false
  private(set) var setup = ReceiverSetup.ready

  init(_ context: LinkContext, _ lane: OutgoingLane) {
    (self.context, self.lane) = (context, lane)
    pattern = WirePattern(
      application: context.application, kind: .reply, name: WireIdentity.text(ofOrigin: context.origin))
    let weak = WeakReference<Requests>()
    answers = Coalescer(context.worker) { messages in
      for message in messages { weak.object?.answered(message) }
    }
    weak.object = self
  }

  var isIdle: Bool { waiting.isEmpty }

  func connected(_ connection: any TransportConnection) {
    (self.connection, denial) = (connection, nil)
    if !waiting.isEmpty { subscribe() }
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
    for number in waiting.filter({ isMeant($0.value.name) }).keys.sorted() { remove(number)?.end(result) }
  }

  func stop() { isStopped = true }

  func end() {
    let rest = waiting
    waiting = [:]
    for (_, waiting) in rest {
      waiting.end(.failure(waiting.request.isSent ? .interrupted(.closed) : .unsent(.closed)))
    }
  }

  func unheard(_ identity: String) {
    guard let identity = WireIdentity(identity), identity.origin == context.origin else { return }
    // What was sent before a repetition may have reached a process that handles it.
    waiting[identity.number]?.sent -= 1
    guard waiting[identity.number]?.sent == 0, let waiting = remove(identity.number) else { return }
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
    if let error = lane.append(event) { return request.end(.failure(.unsent(error))) }
    let number = event.number
    let deadline = context.worker.schedule(after: time.asDelay) { [weak self] in
      self?.remove(number)?.end(.failure(.noAnswer(name: name, within: time)))
    }
    waiting[number] = Waiting(request: request, name: name, deadline: deadline)
    if let again { repeatLater(number, 3, after: time.asDelay / 2, again) }
  }

  /// Sends an event again if it has no answer after a time, and then after half the time.
  private func repeatLater(
    _ number: UInt64, _ times: Int, after pause: Duration,
    _ make: @escaping @Sendable () -> OutgoingEvent
  ) {
    waiting[number]?.repetition = context.worker.schedule(after: pause) { [weak self] in
      guard let self, waiting[number] != nil else { return }
      let event = make()
      // The number tells whose the answer is.
      event.number = number
      if lane.append(event) == nil { waiting[number]?.sent += 1 }
      if times > 1 { repeatLater(number, times - 1, after: pause / 2, make) }
    }
  }

  /// Takes a request out. The last one lets a link that closes go on.
  private func remove(_ number: UInt64) -> Waiting? {
    defer { if isStopped, waiting.isEmpty { context.settled() } }
    return waiting.removeValue(forKey: number)
  }

  private func subscribe() {
    guard let connection, handle == nil else { return }
    let answers = answers
    do {
      handle = try connection.subscribe(to: pattern, group: nil) { answers.add($0) }
    } catch {
      context.report(.transport(error))
    }
  }

  private func answered(_ message: WireMessage) {
    context.count { $0.received += 1 }
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(message.payload)) else {
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

/// The answer to a delivery, as it travels.
struct Answer: Codable {
  enum Outcome: String, Codable { case handled, failed, noSubscriber, undecodable }

  /// The number of the request among the events of the link that sent it.
  let number: UInt64
  let outcome: Outcome
  /// The name of the event, the reason or the errors.
  let texts: [String]
  /// The origin of the link that sent the request.
  private(set) var origin: UInt64 = 0

  private enum CodingKeys: CodingKey { case number, outcome, texts }

  /// Nil if the request does not say where the answer goes.
  init?(_ request: WireMessage, _ result: ArrivalResult) {
    guard let identity = WireIdentity(request.identity) else { return nil }
    (origin, number) = (identity.origin, identity.number)
    switch result {
    case .undecodable(let reason): (outcome, texts) = (.undecodable, [reason])
    case .unheard, .notSelected: (outcome, texts) = (.noSubscriber, [request.subject.name])
    case .handled(let failures, _):
      (outcome, texts) = failures.isEmpty ? (.handled, []) : (.failed, Self.texts(of: failures))
    }
  }

  /// The most errors of an answer.
  private static let mostTexts = 16

  /// Returns texts that an engine surely carries. A longer answer would be refused, and the sender would know nothing.
  private static func texts(of failures: [EventFailure]) -> [String] {
    let texts = failures.prefix(mostTexts).map { "\($0.error)".cut(toBytes: WireText.mostReasonBytes) }
    return failures.count > mostTexts ? texts + ["and \(failures.count - mostTexts) more"] : texts
  }

  var result: Result<Void, RemoteDeliveryError> {
    switch outcome {
    case .handled: .success(())
    case .failed: .failure(.handlersFailed(texts))
    case .noSubscriber: .failure(.noSubscriber(name: texts.first ?? ""))
    case .undecodable: .failure(.undecodable(reason: texts.first ?? ""))
    }
  }

  func outgoing(application: String) -> OutgoingEvent {
    // The type has only numbers and texts, so encoding does not fail.
    let payload = (try? JSONEncoder().encode(self)) ?? Data()
    let route = OutgoingRoute(name: WireIdentity.text(ofOrigin: origin), .reply, application: application)
    return EncodedOutgoingEvent([UInt8](payload), subtype: nil, route)
  }
}
