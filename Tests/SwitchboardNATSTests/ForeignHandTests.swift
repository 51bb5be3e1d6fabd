#if NATS
  import SwitchboardBus
  import SwitchboardLink
  import SwitchboardNATS
  import SwitchboardTestSupport
  import Testing

  extension EngineTests {
    /// What an operator deletes while links are connected.
    @Suite struct ForeignHandTests {
      private struct Order: DurableEvent {
        static let wireName = "order"
        var number: Int
        var subtype: String?
      }

      @Test func `R9: a deleted stream is made again while the link stays connected`() async throws {
        let server = try TestServer()
        let (a, b) = (EventBus(), EventBus())
        let (one, two) = (
          BusLink(a, application: "shop", over: NATSTransport(server.url)),
          BusLink(b, application: "shop", over: NATSTransport(server.url))
        )
        let (handled, problems) = (Mailbox<(Int, Int)>(), Mailbox<LinkProblem>())
        two.problems.subscribe { problems.add($0) }
        b.subscribe(Order.self) { handled.add(($0.number, RemoteArrival.current?.attempt ?? 0)) }
        two.receive(Order.self, as: "g", begins: .next)
        try await two.ready()
        for number in 1...3 { try await one.publish(Order(number: number)) }
        _ = try handled.wait(for: 3)
        try server.deleteStream("shop_durable_order")
        for number in 4...6 { try await one.publish(Order(number: number), within: .seconds(30)) }
        // First attempts: what the new stream has at these places was never delivered.
        let all = try handled.wait(for: 6)
        #expect(all.map(\.0).sorted() == Array(1...6) && all.allSatisfy { $0.1 == 1 })
        #expect(one.census.connections == 1 && two.census.connections == 1 && two.census.missed == 0)
        #expect(problems.all.contains(.streamMadeAgain(stream: "shop_durable_order")))
      }

      @Test func `R9: a deleted group goes on where it was`() async throws {
        let server = try TestServer()
        let bus = EventBus()
        let link = BusLink(bus, application: "shop", over: NATSTransport(server.url))
        let (handled, problems) = (Mailbox<Int>(), Mailbox<LinkProblem>())
        link.problems.subscribe { problems.add($0) }
        bus.subscribe(Order.self) { handled.add($0.number) }
        let reception = link.receive(Order.self, as: "g", begins: .next)
        try await link.ready()
        for number in 1...3 { try await link.publish(Order(number: number)) }
        _ = try handled.wait(for: 3)
        reception.dispose()
        try server.deleteConsumer("g", of: "shop_durable_order")
        for number in 4...6 { try await link.publish(Order(number: number)) }
        // Another process, which knows only what is noted at the server.
        let (other, later) = (EventBus(), Mailbox<Int>())
        let second = BusLink(other, application: "shop", over: NATSTransport(server.url))
        other.subscribe(Order.self) { later.add($0.number) }
        second.receive(Order.self, as: "g", begins: .next)
        _ = try later.wait { Set($0).isSuperset(of: [4, 5, 6]) }
        try await second.close()
      }

      @Test func `members that make a group at once agree, wherever they begin`() throws {
        let server = try TestServer()
        let links = try (0..<6).map { _ in try TestLink(server) }
        #expect(try links[0].open(.named()) == nil)
        try links[0].store((0..<9).map { .durable($0) })
        let results = Mailbox<Result<any TransportConsumer, TransportError>>()
        for (index, link) in links.enumerated() {
          link.connection.consume(
            .group(), from: UInt64(index + 1), receive: { _ in }, done: { results.add($0) })
        }
        let positions = try results.wait(for: links.count).map { try $0.get().position }
        #expect(positions.count { $0.isNew } == 1 && Set(positions.map(\.creation)).count == 1)
      }

      @Test func `R9: a message that the server cannot read is refused, and no other`() async throws {
        let server = try TestServer(configuration: "max_control_line: 512")
        let bus = EventBus()
        let link = BusLink(bus, application: "shop", over: NATSTransport(server.url))
        let outcomes = Mailbox<(Int, Bool)>()
        await withTaskGroup(of: Void.self) { group in
          for number in 1...20 {
            group.addTask {
              let event = Order(number: number, subtype: number == 7 ? String(repeating: "x", count: 700) : nil)
              do throws(LinkError) {
                try await link.publish(event)
                outcomes.add((number, true))
              } catch {
                if case .refused(let reason) = error, reason.kind == .violation { outcomes.add((number, false)) }
              }
            }
          }
        }
        let all = outcomes.all.sorted { $0.0 < $1.0 }
        #expect(all.map(\.0) == Array(1...20) && all.filter { !$0.1 }.map(\.0) == [7])
        try await link.close()
      }

      @Test func `the last message of a subject is read`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        var notes = StreamSettings.named("note")
        notes.keepsLast = true
        func last(_ message: WireMessage) throws -> [UInt8]? {
          let done = Mailbox<Result<WireMessage?, TransportError>>()
          link.connection.last(message.subjectText, in: notes) { done.add($0) }
          return try done.wait(for: 1)[0].get()?.payload
        }
        #expect(try last(.durable(1, name: "note")) == nil)
        #expect(try link.open(notes) == nil)
        #expect(try last(.durable(1, name: "note")) == nil)
        try link.store((1...3).map { .durable($0, name: "note") })
        #expect(try last(.durable(1, name: "note")) == Array("3".utf8))
      }
    }
  }
#endif
