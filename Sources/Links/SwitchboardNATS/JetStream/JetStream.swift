#if NATS
  internal import Foundation
  internal import SwitchboardBroadcast
  internal import SwitchboardLink
  internal import Synchronization

  /// The requests to JetStream on one connection, and the confirmations of stored messages.
  ///
  /// Every request is a message with an address for the answer, so no thread waits. One subscription gets all answers:
  ///
  /// | answer to | address |
  /// |---|---|
  /// | a stored message | `_INBOX.<random>.<ticket>` |
  /// | a request of the management | `_INBOX.<random>.a<number>` |
  /// | a request to other processes | `_INBOX.<random>.r<identity>`; only the server answers, if nobody subscribes |
  /// | a consumer's request for messages | `_INBOX.<random>.c.<consumer>.<count>`, another subscription |
  final class JetStream: Sendable {
    /// What happened to a request of the management.
    enum Failure: Error {
      /// No JetStream listens.
      case noResponders
      case timedOut
      /// The server does not allow the request, or its answer.
      case denied(TransportError)
      case api(APIError)
    }
    typealias Answer = @Sendable (Result<[UInt8], Failure>) -> Void

    private struct State: Sendable {
      var last: UInt64 = 0
      /// The closures that wait for an answer. Nil when the connection has ended: no answer comes, and the closures
      /// keep this object.
      var waiting: [UInt64: (subject: String, answer: Answer)]? = [:]
      /// Why no answer can come.
      var denial: TransportError?
    }

    let client: Client
    /// The beginning of all addresses of this connection. Random, so that no other client can guess an address.
    let inbox: String
    private let state = Lock(State())
    private let consumers = Atomic<UInt64>(0)

    init(_ client: Client) throws(TransportError) {
      self.client = client
      let inbox = "_INBOX.\(UInt64.random(in: .min ... .max))\(UInt64.random(in: .min ... .max))."
      self.inbox = inbox
      let prefix = inbox.utf8.count
      // Before the subscription, which may be denied.
      client.denials.withLock { denials in
        denials[ObjectIdentifier(self)] = { [weak self] in self?.denied($0, $1) ?? false }
      }
      // The subscription does not keep this object: the object keeps the client, which keeps the subscription.
      _ = try ClientSubscription(client, to: inbox + "*", group: nil, most: nil) { [weak self] in
        self?.answered($0, prefix)
      }
      client.endings.withLock { endings in
        endings.append { [weak self] in
          let waiting = self?.state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
          }
          keepAlive(waiting)
        }
      }
    }

    /// Ends the requests that the server does not allow. Returns whether there are any.
    private func denied(_ use: DeniedUse, _ error: TransportError) -> Bool {
      switch use {
      case .publishing(let subject, let isWhole):
        let answers = state.withLock { state -> [Answer] in
          let numbers = (state.waiting ?? [:]).filter {
            isWhole ? $0.value.subject == subject : $0.value.subject.hasPrefix(subject)
          }
          return numbers.keys.sorted().compactMap { state.waiting?.removeValue(forKey: $0)?.answer }
        }
        for answer in answers { answer(.failure(.denied(error))) }
        return !answers.isEmpty
      case .receiving(let pattern):
        guard pattern == inbox + "*" else { return false }
        let answers = state.withLock { state -> [Answer] in
          state.denial = error
          defer { state.waiting = state.waiting.map { _ in [:] } }
          return (state.waiting ?? [:]).sorted { $0.key < $1.key }.map(\.value.answer)
        }
        for answer in answers { answer(.failure(.denied(error))) }
        client.gate.emit(.denied(.answers, error))
        return true
      case .answers: return false
      }
    }

    /// Returns an address for a consumer's messages, without the count at its end.
    func nextConsumerInbox() -> String {
      "\(inbox)c.\(consumers.add(1, ordering: .relaxed).newValue)."
    }

    /// Returns the address at which the server says that nobody subscribes to a request.
    func address(ofRequest identity: String) -> String { "\(inbox)r\(identity)" }

    private func answered(_ message: InboundMessage, _ prefix: Int) {
      switch unsafe AnswerAddress(message.rawSubject, prefix) {
      case .ticket(let ticket): client.gate.emit(StoreAnswer.event(message, ticket, subject: client.address))
      case .request(let number):
        guard let answer = state.withLock({ $0.waiting?.removeValue(forKey: number)?.answer }) else { return }
        answer(message.status == 503 ? .failure(.noResponders) : .success(message.payload))
      case nil:
        guard message.status == 503, case let end = message.subject.dropFirst(inbox.count), end.hasPrefix("r") else {
          return
        }
        client.gate.emit(.unheard(identity: String(end.dropFirst())))
      }
    }

    /// Sends a request to the management. Calls `done` once on a thread of the client, unless the connection is lost.
    func request<Reply: Decodable & SendableMetatype>(
      _ subject: String, _ body: some Encodable, _ done: @escaping @Sendable (Result<Reply, Failure>) -> Void
    ) {
      let data = (try? JSONEncoder().encode(body)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      request(subject, data) { result in done(result.flatMap { Reply.read($0) }) }
    }

    /// Sends a request whose data and answer are bytes.
    func request(_ subject: String, _ data: String, _ done: @escaping Answer) {
      let subject = "$JS.API." + subject
      let (added, denial): (UInt64?, TransportError?) = state.withLock { state in
        if let denial = state.denial { return (nil, denial) }
        state.last += 1
        state.waiting?[state.last] = (subject, done)
        return (state.waiting == nil ? nil : state.last, nil)
      }
      if let denial { done(.failure(.denied(denial))) }
      guard let number = added else { return }
      client.publish(data, to: subject, reply: "\(inbox)a\(number)")
      client.timers.schedule(after: .seconds(2)) { [weak self] in
        guard let answer = self?.state.withLock({ $0.waiting?.removeValue(forKey: number)?.answer }) else { return }
        answer(.failure(.timedOut))
      }
      client.signal.raise()
    }
  }

  /// Whom an answer is for.
  enum AnswerAddress {
    case ticket(UInt64), request(UInt64)

    /// Reads the end of an address. Does not make a text, because there is an answer for each stored message.
    init?(_ subject: UnsafePointer<CChar>?, _ prefix: Int) {
      guard var next = unsafe subject?.advanced(by: prefix) else { return nil }
      let isRequest = unsafe next.pointee == CChar(UInt8(ascii: "a"))
      if isRequest { unsafe next += 1 }
      var number: UInt64 = 0
      while case let character = unsafe next.pointee, character != 0 {
        guard character >= 48, character <= 57 else { return nil }
        number = number &* 10 &+ UInt64(character - 48)
        unsafe next += 1
      }
      self = isRequest ? .request(number) : .ticket(number)
    }
  }

  extension Decodable {
    /// Reads an answer of the management.
    static func read(_ bytes: [UInt8]) -> Result<Self, JetStream.Failure> {
      let data = Data(bytes)
      if let error = try? JSONDecoder().decode(APIFailure.self, from: data).error { return .failure(.api(error)) }
      guard let reply = try? JSONDecoder().decode(Self.self, from: data) else {
        let text = String(decoding: bytes.prefix(200), as: UTF8.self)
        return .failure(.api(APIError(code: 500, errCode: 0, description: "an unknown answer: \(text)")))
      }
      return .success(reply)
    }
  }
#endif
