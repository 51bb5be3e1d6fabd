#if NATS
  internal import SwitchboardLink
  internal import Synchronization

  /// One connection to a NATS server.
  ///
  /// The connection belongs to the link. Without the link the connection closes itself.
  final class NATSConnection: TransportConnection {
    private let client: Client
    private let jetStream: JetStream
    private let isClosed = Atomic(false)

    private init(_ client: Client, _ jetStream: JetStream) { (self.client, self.jetStream) = (client, jetStream) }

    deinit {
      if !isClosed.load(ordering: .relaxed) { client.close {} }
    }

    /// Makes the connection of a client that has connected.
    static func open(_ client: Client) -> Result<any TransportConnection, TransportError> {
      do throws(TransportError) {
        return .success(NATSConnection(client, try JetStream(client)))
      } catch {
        client.close {}
        return .failure(error)
      }
    }

    func send(_ message: WireMessage) throws(TransportError) {
      let isRequest = message.subject.kind == .request
      try client.send(message, reply: isRequest ? jetStream.address(ofRequest: message.identity) : nil)
    }

    func subscribe(
      to pattern: WirePattern, group: String?, receive: @escaping @Sendable (WireMessage) -> Void
    ) throws(TransportError) -> any TransportHandle {
      let reader = MessageReader()
      let gate = client.gate
      // A name of a group may contain no space and no wildcard, so the name is escaped as in subjects.
      return try ClientSubscription(
        client, to: pattern.text, group: group.map { WireText.escaped($0) }, most: NATSConnection.mostWaiting
      ) { inbound in
        if let message = reader.read(inbound) { receive(message) } else { gate.emit(.problem(.unreadable(inbound))) }
      }
    }

    func flush() { client.flush() }

    // Any answer will do, also that no JetStream listens: the server answers in order.
    func synchronize(done: @escaping @Sendable (Bool) -> Void) {
      jetStream.request("INFO", "") { result in
        if case .failure(.timedOut) = result { done(false) } else { done(true) }
      }
    }

    func last(
      _ subject: String, in stream: StreamSettings,
      done: @escaping @Sendable (Result<WireMessage?, TransportError>) -> Void
    ) { LastMessage(jetStream, subject, stream, done).begin() }

    func open(_ stream: StreamSettings, done: @escaping @Sendable (Result<OpenedStream, TransportError>) -> Void) {
      StreamOpening(jetStream, stream, done).begin()
    }

    func store(_ message: WireMessage, ticket: UInt64) throws(TransportError) {
      try client.send(message, reply: jetStream.inbox + String(ticket))
    }

    func consume(
      _ consumer: ConsumerSettings, from start: UInt64?, receive: @escaping @Sendable (StoredMessage) -> Void,
      done: @escaping @Sendable (Result<any TransportConsumer, TransportError>) -> Void
    ) {
      ConsumerOpening(jetStream, consumer, from: start, receive, done).begin()
    }

    func close(done: @escaping @Sendable () -> Void) {
      isClosed.store(true, ordering: .relaxed)
      client.close(done: done)
    }

    /// The live messages that may wait for the link in each subscription; more are dropped and reported.
    private static var mostWaiting: Int { 1 << 18 }
  }

  extension TransportError {
    /// A message whose subject this library did not make.
    static func unreadable(_ message: InboundMessage) -> TransportError {
      TransportError(
        .refused, subject: message.subject, reason: "a message has a subject of another form and was dropped",
        advice: "let other software send to subjects of six parts, with a version and a partition")
    }
  }
#endif
