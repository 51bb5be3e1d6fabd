#if NATS
  import SwitchboardBus
  import SwitchboardLink
  import Testing

  extension EngineTests {
    @Suite struct StreamTests {
      @Test func `a stream is made once, and opened again with the same settings`() throws {
        let server = try TestServer()
        let (one, two) = (try TestLink(server), try TestLink(server))
        #expect(try one.open(.named()) == nil)
        #expect(try one.open(.named()) == nil)
        #expect(try two.open(.named()) == nil)
      }

      @Test func `two programs may make a stream at the same time`() throws {
        let server = try TestServer()
        let links = try (0..<8).map { _ in try TestLink(server) }
        let results = Mailbox<Result<OpenedStream, TransportError>>()
        for link in links { link.connection.open(.named()) { results.add($0) } }
        #expect(try results.wait(for: links.count).allSatisfy { (try? $0.get()) != nil })
      }

      @Test func `other limits, partitions or subjects are a conflict`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        #expect(try link.open(.named()) == nil)
        let limits = try link.open(.named(limits: StreamLimits(bytes: 1 << 20, whenFull: .refuseNew)))
        #expect(limits?.kind == .conflict)
        #expect(limits?.description.contains("limit of bytes (16777216, not 1048576)") == true)
        #expect(limits?.advice.contains("--max-bytes=1048576 --discard=new") == true)
        #expect(try link.open(.named(partitions: 4))?.kind == .conflict)
        var all = StreamSettings.named()
        all.pattern.name = nil
        let overlap = try link.open(all)
        #expect(overlap?.kind == .conflict)
        #expect(overlap?.subject == "shop_durable")
      }

      @Test func `without JetStream, opening a stream says how to start the server`() throws {
        let server = try TestServer(keepsStreams: false)
        let link = try TestLink(server)
        let error = try link.open(.named())
        #expect(error?.kind == .noStreams)
        #expect(error?.advice == "start nats-server with -js")
        #expect(throws: TransportError.self) { try link.consume(.group()) }
      }

      @Test func `messages are stored in order, and a repetition is recognised`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        #expect(try link.open(.named()) == nil)
        let outcomes = try link.store((0..<500).map { .durable($0) })
        #expect(outcomes.tickets == (0..<500).map { "stored \($0)" })
        #expect(try link.store([.durable(7), .durable(500)]).tickets == ["duplicate 500", "stored 501"])
        let consumer = try link.consume(.group())
        consumer.consumer.request(501)
        let messages = try consumer.messages.wait(for: 501)
        #expect(messages.map(\.message.number) == Array(0...500))
        #expect(messages.map(\.sequence) == (1...501).map { UInt64($0) })
        #expect(messages[3].message == .durable(3))
      }

      @Test func `a full stream refuses, and a missing stream is unavailable`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        #expect(try link.store([.durable(0)]).tickets == ["unavailable 0"])
        #expect(try link.open(.named(limits: StreamLimits(bytes: 4000, whenFull: .refuseNew))) == nil)
        let outcomes = try link.store(
          (0..<5).map { .durable($0, payload: [UInt8](repeating: 32, count: 1000)) })
        #expect(outcomes.tickets == ["stored 1", "stored 2", "stored 3", "full 4", "full 5"])
      }

      @Test func `a message that is too large is refused by the call`() throws {
        let server = try TestServer(configuration: "max_payload: 2048")
        let link = try TestLink(server)
        let error = #expect(throws: TransportError.self) {
          try link.connection.store(.durable(0, payload: [UInt8](repeating: 32, count: 2048)), ticket: 0)
        }
        #expect(error?.kind == .tooLarge)
      }
    }
  }

  extension [ConnectionEvent] {
    /// What became of the tickets.
    var tickets: [String] {
      map { event in
        switch event {
        case .stored(let ticket, let isDuplicate): "\(isDuplicate ? "duplicate" : "stored") \(ticket)"
        case .refused(let ticket, let error): "\(error.kind) \(ticket)"
        case .unavailable(let ticket, _): "unavailable \(ticket)"
        default: "\(event)"
        }
      }
    }
  }
#endif
