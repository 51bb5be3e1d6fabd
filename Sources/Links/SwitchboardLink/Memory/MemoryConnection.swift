/// A connection, as the process sees it.
final class MemoryConnection: TransportConnection {
  private let network: MemoryNetwork
  private let line: MemoryLine

  init(_ network: MemoryNetwork, _ line: MemoryLine) { (self.network, self.line) = (network, line) }

  /// A connection that the link has released is lost, and the link gets no event of the loss.
  deinit {
    network.update { [line] server in
      guard line.isOpen, line.closed == nil else { return }
      if let events = line.events.take() { server.effects.append(.call { _ = events }) }
      server.lose(line, "the connection was released")
    }
  }

  func send(_ message: WireMessage) throws(TransportError) {
    try checkSize(message)
    try hand(.send(SharedMessage(message)))
  }

  func subscribe(
    to pattern: WirePattern, group: String?, receive: @escaping @Sendable (WireMessage) -> Void
  ) throws(TransportError) -> any TransportHandle {
    let subscription = MemorySubscription(pattern, group: group, line: line, receive: receive)
    try hand(.subscribe(subscription))
    return MemorySubscriptionHandle(network, subscription)
  }

  func flush() {}

  func synchronize(done: @escaping @Sendable (Bool) -> Void) { network.hand(.synchronize(done), over: line) }

  func last(
    _ subject: String, in stream: StreamSettings,
    done: @escaping @Sendable (Result<WireMessage?, TransportError>) -> Void
  ) { network.hand(.last(subject, stream.name, done), over: line) }

  func open(_ stream: StreamSettings, done: @escaping @Sendable (Result<OpenedStream, TransportError>) -> Void) {
    network.hand(.open(stream, done), over: line)
  }

  func store(_ message: WireMessage, ticket: UInt64) throws(TransportError) {
    try checkSize(message)
    try hand(.store(SharedMessage(message), ticket: ticket))
  }

  func consume(
    _ consumer: ConsumerSettings, from start: UInt64?, receive: @escaping @Sendable (StoredMessage) -> Void,
    done: @escaping @Sendable (Result<any TransportConsumer, TransportError>) -> Void
  ) {
    let member = MemoryMember(consumer, line: line, receive: receive)
    // Weak, because the network keeps the closure. What is under way keeps the network.
    let request = MemoryRequest.consume(member, from: start) { [weak network] result in
      guard let network else { return }
      done(result.map { MemoryConsumerHandle(network, member, $0) })
    }
    network.hand(request, over: line)
  }

  func close(done: @escaping @Sendable () -> Void) {
    line.isClosing.store(true, ordering: .releasing)
    network.update { [line] server in
      // A connection that is lost already has nothing more to send.
      if server.hand(.close, over: line) { line.closed = done } else { server.effects.append(.call(done)) }
    }
  }

  private func checkSize(_ message: WireMessage) throws(TransportError) {
    if message.payload.count <= network.maximumPayload { return }
    throw TransportError(
      .tooLarge, subject: message.subjectText,
      reason: "the payload has \(message.payload.count) bytes, and the limit is \(network.maximumPayload)",
      advice: "send less, or raise the limit of the network")
  }

  private func hand(_ request: MemoryRequest) throws(TransportError) {
    if network.hand(request, over: line) { return }
    throw TransportError(.lost, subject: "memory", reason: "the connection has ended", advice: "connect again")
  }
}

extension MemoryNetwork {
  @discardableResult
  func hand(_ request: MemoryRequest, over line: MemoryLine) -> Bool { update { $0.hand(request, over: line) } }
}

private final class MemorySubscriptionHandle: TransportHandle {
  private let network: MemoryNetwork
  private let subscription: MemorySubscription

  init(_ network: MemoryNetwork, _ subscription: MemorySubscription) {
    (self.network, self.subscription) = (network, subscription)
  }

  func cancel() {
    subscription.isCancelled.store(true, ordering: .releasing)
    network.hand(.unsubscribe(subscription), over: subscription.line)
  }
}

private final class MemoryConsumerHandle: TransportConsumer {
  private let network: MemoryNetwork
  private let member: MemoryMember
  private let consumer: MemoryConsumer
  let position: ConsumerPosition

  init(_ network: MemoryNetwork, _ member: MemoryMember, _ place: MemoryConsumer.Place) {
    (self.network, self.member, consumer, position) = (network, member, place.consumer, place.position)
  }

  func look(done: @escaping @Sendable (UInt64) -> Void) { network.hand(.look(consumer, done), over: member.line) }

  func request(_ count: Int) { network.hand(.request(member, count), over: member.line) }

  func acknowledge(_ message: StoredMessage.Token) { withSequence(message) { .acknowledge(consumer, $0) } }

  func extend(_ message: StoredMessage.Token) { withSequence(message) { .extend(consumer, $0) } }

  func retry(_ message: StoredMessage.Token, after delay: Duration) {
    withSequence(message) { .retry(consumer, $0, after: delay) }
  }

  func cancel() {
    member.isCancelled.store(true, ordering: .releasing)
    network.hand(.leave(member), over: member.line)
  }

  /// The token of this engine is the sequence number. Other tokens have no effect.
  private func withSequence(_ token: StoredMessage.Token, _ request: (UInt64) -> MemoryRequest) {
    if let sequence = UInt64(token) { network.hand(request(sequence), over: member.line) }
  }
}
