#if NATS
  import SwitchboardBus
  import SwitchboardLink
  import SwitchboardNATS
  import SwitchboardTestSupport
  import Testing

  extension EngineTests {
    /// Users that a server does not allow everything.
    @Suite struct DenialTests {
      private struct Order: DurableEvent {
        static let wireName = "order"
        var number: Int
      }
      private struct Tick: WireEvent {
        static let wireName = "tick"
        var number: Int
      }

      private func server(_ permissions: String) throws -> TestServer {
        try TestServer(
          configuration: """
            authorization { users: [
              { user: all, password: all },
              { user: some, password: some, permissions: { \(permissions) } }
            ] }
            """)
      }

      private func link(_ server: TestServer, _ user: String, _ bus: EventBus = EventBus()) -> BusLink {
        let options = NATSOptions(credentials: .user(name: user, password: user))
        return BusLink(bus, application: "shop", over: NATSTransport(server.url, options: options))
      }

      private func refusal(_ body: () async throws -> Void) async -> TransportError? {
        do { try await body() } catch LinkError.refused(let error) { return error } catch {}
        return nil
      }

      @Test func `R9: publish says what is not allowed`() async throws {
        let server = try server(#"publish: { deny: "shop.durable.order.>" }"#)
        try await link(server, "all").publish(Order(number: 0))
        let some = link(server, "some")
        let error = await refusal { try await some.publish(Order(number: 1), within: .seconds(20)) }
        #expect(error?.kind == .unauthorized && error?.subject == "shop.durable.order.1.0.-")
        #expect(some.census.connections == 1)
      }

      @Test func `R9: publish and ready end if no answer may be received`() async throws {
        let server = try server(#"subscribe: { deny: "_INBOX.>" }"#)
        let some = link(server, "some")
        some.forward(Order.self)
        let error = await refusal { try await some.publish(Order(number: 1), within: .seconds(20)) }
        #expect(error?.kind == .unauthorized)
        #expect(await refusal { try await some.ready(within: .seconds(20)) }?.kind == .unauthorized)
      }

      @Test func `R9: a publisher needs no right to see or make streams`() async throws {
        let server = try server(#"publish: { allow: "shop.durable.order.>" }, subscribe: { allow: "_INBOX.>" }"#)
        let all = link(server, "all")
        all.forward(Order.self)
        try await all.ready()
        let some = link(server, "some")
        for number in 1...20 { try await some.publish(Order(number: number), within: .seconds(20)) }
        #expect(some.census.confirmed == 20)
      }

      @Test func `R9: a receiver that may not subscribe, or a member that may not read, is not ready`() async throws {
        let server = try server(
          #"subscribe: { deny: "shop.live.>" }, publish: { deny: "$JS.API.CONSUMER.>" }"#)
        let all = link(server, "all")
        all.forward(Order.self)
        try await all.ready()
        let bus = EventBus()
        let some = link(server, "some", bus)
        let problems = Mailbox<LinkProblem>()
        some.problems.subscribe { problems.add($0) }
        bus.subscribe(Tick.self) { _ in }
        let live = some.receive(Tick.self)
        // The denial comes from another thread than the answers.
        _ = try problems.wait { $0.contains { "\($0)".contains("shop.live.tick") } }
        #expect(await refusal { try await some.ready(within: .seconds(20)) }?.kind == .unauthorized)
        live.dispose()
        bus.subscribe(Order.self) { _ in }
        some.receive(Order.self, as: "g")
        let error = await refusal { try await some.ready(within: .seconds(20)) }
        #expect(error?.kind == .unauthorized && error?.subject.hasPrefix("$JS.API.CONSUMER.INFO") == true)
      }

      @Test func `R9: a delivery needs no right to receive what the server answers`() async throws {
        let server = try server(#"subscribe: { deny: "_INBOX.>" }"#)
        let bus = EventBus()
        bus.subscribe(Tick.self) { _ in }
        let all = link(server, "all", bus)
        all.respond(to: Tick.self)
        try await all.ready()
        let some = link(server, "some")
        try await some.deliver(Tick(number: 1), within: .seconds(20))
        #expect(some.census.connections == 1)
      }

      @Test func `R9: deliver says what is not allowed`() async throws {
        let server = try server(#"publish: { deny: "shop.request.>" }"#)
        let some = link(server, "some")
        do {
          try await some.deliver(Tick(number: 1), within: .seconds(20))
          Issue.record("a delivery that is not allowed succeeds")
        } catch {
          guard case .unsent(.refused(let error)) = error else {
            Issue.record("\(error)")
            return
          }
          #expect(error.kind == .unauthorized)
        }
      }
    }
  }
#endif
