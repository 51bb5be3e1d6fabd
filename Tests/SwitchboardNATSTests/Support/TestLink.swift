#if NATS
  import Foundation
  import SwitchboardBus
  import SwitchboardLink
  import SwitchboardNATS
  import SwitchboardTestSupport

  /// Stands for a link: a connection and its events.
  final class TestLink: Sendable {
    let connection: any TransportConnection
    let events: Mailbox<ConnectionEvent>
    /// The stored, refused and unavailable tickets.
    let outcomes: Mailbox<ConnectionEvent>

    init(_ transport: NATSTransport) throws {
      let (events, outcomes) = (Mailbox<ConnectionEvent>(), Mailbox<ConnectionEvent>())
      let done = Mailbox<Result<any TransportConnection, TransportError>>()
      transport.connect(
        events: { event in
          switch event {
          case .stored, .refused, .unavailable: outcomes.add(event)
          default: events.add(event)
          }
        }, done: { done.add($0) })
      connection = try done.wait(for: 1)[0].get()
      (self.events, self.outcomes) = (events, outcomes)
    }

    convenience init(_ server: TestServer) throws { try self.init(NATSTransport(server.url)) }

    func open(_ stream: StreamSettings) throws -> TransportError? {
      let done = Mailbox<Result<OpenedStream, TransportError>>()
      connection.open(stream) { done.add($0) }
      if case .failure(let error) = try done.wait(for: 1)[0] { return error }
      return nil
    }

    func consume(
      _ consumer: ConsumerSettings, from start: UInt64? = nil, into messages: Mailbox<StoredMessage> = Mailbox()
    ) throws -> TestConsumer {
      let done = Mailbox<Result<any TransportConsumer, TransportError>>()
      connection.consume(consumer, from: start, receive: { messages.add($0) }, done: { done.add($0) })
      return TestConsumer(consumer: try done.wait(for: 1)[0].get(), messages: messages)
    }

    /// Stores messages, and returns their outcomes.
    @discardableResult
    func store(_ messages: [WireMessage]) throws -> [ConnectionEvent] {
      let before = outcomes.all.count
      for (index, message) in messages.enumerated() {
        try connection.store(message, ticket: UInt64(before + index))
      }
      connection.flush()
      return Array(try outcomes.wait(for: before + messages.count).dropFirst(before))
    }

    func live(_ pattern: WirePattern, group: String? = nil) throws -> (Mailbox<WireMessage>, any TransportHandle) {
      let messages = Mailbox<WireMessage>()
      let handle = try connection.subscribe(to: pattern, group: group) { messages.add($0) }
      try settle()
      return (messages, handle)
    }

    /// Waits until the server has done all that was handed over: subscriptions have no confirmation, but the answer
    /// to a later request comes after them.
    func settle() throws {
      connection.flush()
      _ = try open(.named("settled"))
    }

    func close() throws {
      let done = Mailbox<Void>()
      connection.close { done.add(()) }
      try done.wait(for: 1)
    }

    /// The error of the loss; throws if none comes.
    func loss(within seconds: TimeInterval) throws -> TransportError? {
      try events.wait(within: seconds) { !Self.losses($0).isEmpty }
      return Self.losses(events.all).first
    }

    static func losses(_ events: [ConnectionEvent]) -> [TransportError] {
      events.compactMap { if case .lost(let error) = $0 { error } else { nil } }
    }

    var problems: [TransportError] {
      events.all.compactMap { if case .problem(let error) = $0 { error } else { nil } }
    }
  }

  struct TestConsumer {
    let consumer: any TransportConsumer
    let messages: Mailbox<StoredMessage>
  }

  extension ConsumerPosition {
    /// The first message that is kept, and the last that was delivered.
    var places: [UInt64] { [firstKept, lastDelivered] }
  }

  extension NATSTransport {
    /// The error of a connection that cannot be made.
    func failure() throws -> TransportError? {
      let done = Mailbox<Result<any TransportConnection, TransportError>>()
      connect(events: { _ in }, done: { done.add($0) })
      if case .failure(let error) = try done.wait(for: 1)[0] { return error }
      return nil
    }
  }

  extension WireMessage {
    static func live(_ number: Int, name: String = "tick", identity: String? = nil) -> WireMessage {
      WireMessage(
        WireAddress(WireSubject(application: "shop", kind: .live, name: name)), identity: identity ?? "p-1-\(number)",
        payload: Array("\(number)".utf8))
    }

    static func durable(
      _ number: Int, name: String = "order", partition: Int = 0, identity: String? = nil, payload: [UInt8]? = nil
    ) -> WireMessage {
      WireMessage(
        WireAddress(WireSubject(application: "shop", kind: .durable, name: name, partition: partition)),
        identity: identity ?? "p-1-\(number)", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        payload: payload ?? Array("\(number)".utf8))
    }

    var number: Int? { Int(String(decoding: payload, as: UTF8.self)) }
  }

  extension WirePattern {
    static func live(_ name: String = "tick") -> WirePattern {
      WirePattern(application: "shop", kind: .live, name: name)
    }
  }

  extension StreamSettings {
    static func named(
      _ name: String = "order", limits: StreamLimits = StreamLimits(bytes: 1 << 24), partitions: Int = 1
    ) -> StreamSettings {
      StreamSettings(
        pattern: WirePattern(application: "shop", kind: .durable, name: name), limits: limits, partitions: partitions,
        duplicateWindow: .seconds(120), replicas: 1)
    }
  }

  extension ConsumerSettings {
    static func group(
      _ group: String = "billing", of stream: StreamSettings = .named(), partition: Int? = nil, isOrdered: Bool = false,
      deadline: Duration = .seconds(30), begins: Beginning = .oldest
    ) -> ConsumerSettings {
      ConsumerSettings(
        stream: stream, group: group, partition: partition, isOrdered: isOrdered, acknowledgementDeadline: deadline,
        begins: begins)
    }
  }
#endif
