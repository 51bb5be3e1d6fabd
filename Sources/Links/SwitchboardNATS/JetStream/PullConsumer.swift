#if NATS
  internal import CNATS
  internal import SwitchboardBroadcast
  internal import SwitchboardLink

  /// A consumer whose messages the engine asks for. The server sends no message that the link has not asked for.
  ///
  /// A request ends after ``lifetime``, and the server says so; then the engine asks again for what is missing. If the
  /// server says nothing for longer, the consumer has ended. The link keeps the consumer: without the link the consumer
  /// ends.
  final class PullConsumer: TransportConsumer {
    let position: ConsumerPosition
    private let jetStream: JetStream
    private let settings: ConsumerSettings
    private let inbox: String
    private let subject: String
    private let credit: Lock<PullCredit>
    private let subscription = Lock<ClientSubscription?>(nil)

    /// - Parameter largest: The bytes of the largest message that the stream accepts.
    init(_ jetStream: JetStream, _ settings: ConsumerSettings, _ position: ConsumerPosition, largest: Int) {
      (self.jetStream, self.settings, self.position) = (jetStream, settings, position)
      credit = Lock(PullCredit(largest: largest))
      inbox = jetStream.nextConsumerInbox()
      subject = "$JS.API.CONSUMER.MSG.NEXT.\(settings.serverPath)"
    }

    /// Begins to listen. The consumer gets no messages before ``request(_:)``.
    func begin(_ receive: @escaping @Sendable (StoredMessage) -> Void) throws(TransportError) {
      jetStream.client.denials.withLock { denials in
        denials[ObjectIdentifier(self)] = { [weak self] in self?.denied($0, $1) ?? false }
      }
      let reader = MessageReader()
      let made = try ClientSubscription(jetStream.client, to: inbox + "*", group: nil, most: nil) { [weak self] in
        self?.take($0, reader, receive)
      }
      made.limit(bytes: credit.withLock(\.mostWaiting))
      subscription.exchange(made)
      watch()
    }

    deinit {
      cancel()
      let handler = jetStream.client.denials.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
      keepAlive(handler)
    }

    /// Ends the consumer if the server does not allow its requests or its messages.
    private func denied(_ use: DeniedUse, _ error: TransportError) -> Bool {
      guard use == .publishing(subject: subject, isWhole: true) || use == .receiving(pattern: inbox + "*") else {
        return false
      }
      guard let ended = subscription.exchange(nil) else { return true }
      ended.cancel()
      jetStream.client.gate.emit(.consumerEnded(settings, error))
      return true
    }

    // MARK: The link's thread

    func request(_ count: Int) {
      credit.withLock { $0.add(count) }
      ask()
    }

    func look(done: @escaping @Sendable (UInt64) -> Void) {
      jetStream.request("CONSUMER.INFO.\(settings.serverPath)", [String: String]()) {
        (result: Result<ConsumerAnswer, JetStream.Failure>) in
        if case .success(let answer) = result { done(answer.floor.streamSequence) }
      }
    }

    func acknowledge(_ message: StoredMessage.Token) { jetStream.client.publish("+ACK", to: message) }

    func extend(_ message: StoredMessage.Token) { jetStream.client.publish("+WPI", to: message) }

    func retry(_ message: StoredMessage.Token, after delay: Duration) {
      let text = delay > .zero ? "-NAK {\"delay\": \(delay.nanoseconds)}" : "-NAK"
      jetStream.client.publish(text, to: message)
    }

    func cancel() { subscription.exchange(nil)?.cancel() }

    // MARK: Messages

    /// For how long the server keeps a request.
    private static var lifetime: Duration { .seconds(8) }

    private func ask() {
      guard let (count, bytes) = credit.withLock({ $0.take() }) else { return }
      // The address has the count, for servers that do not say how many messages of a request are missing.
      jetStream.client.publish(
        "{\"batch\":\(count),\"max_bytes\":\(bytes),\"expires\":\(Self.lifetime.nanoseconds)}", to: subject,
        reply: inbox + String(count))
    }

    private func take(
      _ message: InboundMessage, _ reader: MessageReader, _ receive: (StoredMessage) -> Void
    ) {
      guard let token = message.reply, let address = AcknowledgeAddress(token) else { return hear(message) }
      guard let content = reader.read(message) else {
        // No member can handle the message, so the consumer must not deliver the message again.
        jetStream.client.publish("+TERM", to: token)
        jetStream.client.gate.emit(.problem(.unreadable(message)))
        credit.withLock { $0.replace() }
        return ask()
      }
      credit.withLock { $0.arrived() }
      receive(
        StoredMessage(
          message: content, token: token, attempt: address.attempt, sequence: address.sequence,
          consumerSequence: address.consumerSequence))
      ask()
    }

    /// Handles what the server says about a request.
    private func hear(_ message: InboundMessage) {
      let status = message.status
      if status == 100 { return }
      let description = message.header("Description") ?? ""
      let words = ServerWords(description)
      if status == 503 || status == 409 && words == .deleted { return end(description) }
      let count = message.header("Nats-Pending-Messages").flatMap { Int($0) }
      let asked = message.subject.split(separator: ".").last.flatMap { Int($0) }
      credit.withLock { $0.returned(count ?? asked ?? 0) }
      if status == 409, words == .exceedsRequest,
        let left = message.header("Nats-Pending-Bytes").flatMap({ Int($0) }),
        let most = credit.withLock({ $0.filled(left) })
      {
        subscription.withLock { $0 }?.limit(bytes: most)
        return ask()
      }
      // 404 and 408: no message came. Completed: later servers say when a request has all its messages. Otherwise the
      // server refuses, and would refuse again at once.
      if status == 404 || status == 408 || words == .completed { return ask() }
      jetStream.client.timers.schedule(after: .milliseconds(500)) { [weak self] in self?.ask() }
      jetStream.client.signal.raise()
    }

    /// Notices that the server has forgotten the consumer's requests.
    private func watch() {
      jetStream.client.timers.schedule(after: .seconds(2)) { [weak self] in
        guard let self, subscription.withLock({ $0 != nil }) else { return }
        if credit.withLock({ $0.isSilent(for: Self.lifetime + .seconds(4)) }) { return end("the server is silent") }
        watch()
      }
      jetStream.client.signal.raise()
    }

    private func end(_ words: String) {
      guard let ended = subscription.exchange(nil) else { return }
      ended.cancel()
      jetStream.client.gate.emit(
        .consumerEnded(
          settings,
          TransportError(
            .lost, subject: settings.title,
            reason: words.isEmpty ? "the consumer does not exist any more" : words,
            advice: "the link opens the consumer again")))
    }
  }
#endif
