#if NATS
  import SwitchboardBus
  import SwitchboardLink
  import SwitchboardNATS
  import Testing

  extension EngineTests {
    @Suite struct ConsumerTests {
      @Test func `members share the messages, and requests add up`() throws {
        let server = try TestServer()
        let (one, two) = (try TestLink(server), try TestLink(server))
        #expect(try one.open(.named()) == nil)
        let consumers = [try one.consume(.group()), try two.consume(.group())]
        for _ in 0..<100 { for member in consumers { member.consumer.request(1) } }
        try one.store((0..<200).map { .durable($0) })
        let received = try consumers.map { try $0.messages.wait(for: 100) }
        #expect(received.flatMap { $0 }.compactMap(\.message.number).sorted() == Array(0..<200))
        #expect(consumers.map { $0.messages.all.count } == [100, 100])
      }

      @Test func `credit survives the end of a request`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        #expect(try link.open(.named()) == nil)
        let consumer = try link.consume(.group())
        consumer.consumer.request(10)
        // The requests of the engine end after 8 s.
        #expect(consumer.messages.quiet(for: 9, after: 0).isEmpty)
        try link.store((0..<12).map { .durable($0) })
        try consumer.messages.wait(for: 10)
        #expect(consumer.messages.quiet(for: 0.5, after: 10).isEmpty)
        consumer.consumer.request(5)
        try consumer.messages.wait(for: 12)
        #expect(link.events.all.isEmpty)
      }

      @Test func `a message is delivered again after the deadline, unless it is acknowledged or extended`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        #expect(try link.open(.named()) == nil)
        let consumer = try link.consume(.group(deadline: .seconds(1)))
        consumer.consumer.request(10)
        try link.store([.durable(0), .durable(1), .durable(2)])
        let first = try consumer.messages.wait(for: 3)
        consumer.consumer.acknowledge(first[0].token)
        #expect(first.map(\.attempt) == [1, 1, 1])
        // Extends message 2 until message 1 has been delivered again, which takes longer than the deadline.
        while consumer.messages.all.count < 4 {
          consumer.consumer.extend(first[2].token)
          _ = consumer.messages.quiet(for: 0.2, after: 3)
        }
        let again = consumer.messages.all[3]
        #expect(again.message.number == 1)
        #expect(again.attempt == 2)
        #expect(again.sequence == 2)
        #expect(again.consumerSequence == 4)
        consumer.consumer.acknowledge(again.token)
        // Extended no more.
        #expect(try consumer.messages.wait(for: 5)[4].message.number == 2)
      }

      @Test func `a message that is retried comes back after the delay`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        #expect(try link.open(.named()) == nil)
        let consumer = try link.consume(.group())
        consumer.consumer.request(10)
        try link.store([.durable(0)])
        let start = ContinuousClock.now
        consumer.consumer.retry(try consumer.messages.wait(for: 1)[0].token, after: .milliseconds(700))
        #expect(try consumer.messages.wait(for: 2)[1].attempt == 2)
        #expect(ContinuousClock.now - start > .milliseconds(650))
        consumer.consumer.retry(consumer.messages.all[1].token, after: .zero)
        #expect(try consumer.messages.wait(for: 3)[2].attempt == 3)
      }

      @Test func `an ordered consumer has one message in flight over all members, also after a retry`() throws {
        let server = try TestServer()
        let (one, two) = (try TestLink(server), try TestLink(server))
        #expect(try one.open(.named()) == nil)
        let settings = ConsumerSettings.group(isOrdered: true)
        let messages = Mailbox<StoredMessage>()
        let consumers = try [one, two].map { try $0.consume(settings, into: messages).consumer }
        for consumer in consumers { consumer.request(10) }
        try one.store((0..<4).map { .durable($0) })
        try messages.wait(for: 1)
        #expect(messages.quiet(for: 0.3, after: 1).isEmpty)
        consumers[0].retry(messages.all[0].token, after: .milliseconds(100))
        for count in 2...5 { consumers[0].acknowledge(try messages.wait(for: count)[count - 1].token) }
        #expect(messages.all.compactMap(\.message.number) == [0, 0, 1, 2, 3])
      }

      @Test func `a consumer of a partition gets only that partition`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        let stream = StreamSettings.named(partitions: 3)
        #expect(try link.open(stream) == nil)
        let consumers = try (0..<3).map { try link.consume(.group("größer", of: stream, partition: $0)) }
        for consumer in consumers { consumer.consumer.request(100) }
        try link.store((0..<90).map { .durable($0, partition: $0 % 3) })
        for (partition, consumer) in consumers.enumerated() {
          let numbers = try consumer.messages.wait(for: 30).compactMap(\.message.number)
          #expect(numbers == (0..<30).map { $0 * 3 + partition })
        }
      }

      @Test func `a new group begins with the oldest or the next message, an old group where it was`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        #expect(try link.open(.named()) == nil)
        try link.store((0..<3).map { .durable($0) })
        let oldest = try link.consume(.group("oldest"))
        let next = try link.consume(.group("next", begins: .next))
        #expect(oldest.consumer.position.places == [1, 0])
        #expect(next.consumer.position.places == [1, 3])
        for consumer in [oldest, next] { consumer.consumer.request(10) }
        try link.store([.durable(3)])
        #expect(try next.messages.wait(for: 1).map(\.message.number) == [3])
        for message in try oldest.messages.wait(for: 4) { oldest.consumer.acknowledge(message.token) }
        try link.close()

        let later = try TestLink(server)
        let again = try later.consume(.group("oldest"))
        again.consumer.request(10)
        try later.store([.durable(4)])
        #expect(try again.messages.wait(for: 1).map(\.message.number) == [4])
        #expect(again.consumer.position.places == [1, 4])
      }

      @Test func `the position shows what a full stream dropped`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        let stream = StreamSettings.named(limits: StreamLimits(bytes: 10_000))
        #expect(try link.open(stream) == nil)
        try link.store([.durable(0)])
        let consumer = try link.consume(.group(of: stream))
        consumer.consumer.request(1)
        consumer.consumer.acknowledge(try consumer.messages.wait(for: 1)[0].token)
        consumer.consumer.cancel()
        try link.store((1...100).map { .durable($0, payload: [UInt8](repeating: 32, count: 900)) })
        let position = try link.consume(.group(of: stream)).consumer.position
        #expect(position.lastDelivered == 1)
        #expect(position.gap > 80)
      }

      @Test func `other settings are a conflict, and members may open a consumer at the same time`() throws {
        let server = try TestServer()
        let links = try (0..<6).map { _ in try TestLink(server) }
        #expect(try links[0].open(.named()) == nil)
        let results = Mailbox<Result<any TransportConsumer, TransportError>>()
        for link in links { link.connection.consume(.group(), from: nil, receive: { _ in }, done: { results.add($0) }) }
        for result in try results.wait(for: links.count) { _ = try result.get() }
        let error = #expect(throws: TransportError.self) { try links[0].consume(.group(isOrdered: true)) }
        #expect(error?.kind == .conflict)
        #expect(error?.subject == "shop_durable_order/billing")
        #expect(error?.reason.contains("limit of unacknowledged messages (20000, not 1)") == true)
      }

      @Test func `a consumer whose stream is deleted ends`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        #expect(try link.open(.named()) == nil)
        let consumer = try link.consume(.group())
        consumer.consumer.request(1)
        try link.settle()
        try server.deleteStream("shop_durable_order")
        let event = try link.events.wait(for: 1)[0]
        guard case .consumerEnded(let settings, let error) = event else { throw Late(description: "\(event)") }
        #expect(settings == .group())
        #expect(error.kind == .lost)
      }

      @Test func `messages that are larger together than a request are all delivered`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        let stream = StreamSettings.named(limits: StreamLimits(bytes: 1 << 26))
        #expect(try link.open(stream) == nil)
        let consumer = try link.consume(.group(of: stream))
        let large = [UInt8](repeating: 32, count: 900_000)
        try link.store((0..<20).map { .durable($0, payload: large) })
        consumer.consumer.request(12)
        let first = try consumer.messages.wait(for: 12)
        #expect(consumer.messages.quiet(for: 0.5, after: 12).isEmpty)
        consumer.consumer.request(12)
        #expect(try consumer.messages.wait(for: 20).map(\.sequence) == Array(1...20))
        #expect(first.allSatisfy { $0.attempt == 1 })
        #expect(link.events.all.isEmpty)
      }

      @Test func `a message that is larger than a request is delivered`() throws {
        let server = try TestServer(configuration: "max_payload: 8000000")
        let link = try TestLink(server)
        let stream = StreamSettings.named(limits: StreamLimits(bytes: 1 << 26))
        #expect(try link.open(stream) == nil)
        try server.limitMessages(of: stream.name, to: 1000)
        let consumer = try link.consume(.group(of: stream))
        consumer.consumer.request(3)
        try server.limitMessages(of: stream.name, to: -1)
        try link.store([.durable(0), .durable(1, payload: [UInt8](repeating: 32, count: 7_000_000)), .durable(2)])
        #expect(try consumer.messages.wait(for: 3).map(\.attempt) == [1, 1, 1])
        #expect(link.events.all.isEmpty)
      }

      @Test func `a message that nobody can read is not delivered again`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        #expect(try link.open(.named()) == nil)
        let consumer = try link.consume(.group(deadline: .milliseconds(500)))
        consumer.consumer.request(1)
        var strange = WireMessage.durable(0)
        strange.address = WireAddress(strange.subject, text: "shop.durable.order.x.y.z")
        try link.store([strange, .durable(1)])
        #expect(try consumer.messages.wait(for: 1)[0].message.number == 1)
        consumer.consumer.acknowledge(consumer.messages.all[0].token)
        consumer.consumer.request(1)
        #expect(consumer.messages.quiet(for: 1, after: 1).isEmpty)
        #expect(link.problems.map(\.subject) == ["shop.durable.order.x.y.z"])
      }
    }
  }
#endif
