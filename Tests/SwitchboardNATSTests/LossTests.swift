#if NATS
  import Foundation
  import SwitchboardLink
  import SwitchboardNATS
  import SwitchboardTestSupport
  import Testing

  extension EngineTests {
    @Suite struct LossTests {
      @Test func `a killed server is one loss, and a fresh connection goes on after the restart`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        #expect(try link.open(.named()) == nil)
        try link.store([.durable(0)])
        server.kill()
        #expect(try link.loss(within: 10)?.kind == .lost)
        #expect(try NATSTransport(server.url).failure()?.kind == .unreachable)
        try server.start()
        let fresh = try TestLink(server)
        #expect(try fresh.open(.named()) == nil)
        #expect(try fresh.store([.durable(0), .durable(1)]).tickets == ["duplicate 0", "stored 1"])
        let consumer = try fresh.consume(.group())
        consumer.consumer.request(2)
        try consumer.messages.wait(for: 2)
        #expect(TestLink.losses(link.events.all).count == 1)
        #expect(throws: TransportError.self) { try link.connection.send(.live(0)) }
      }

      @Test func `a server that does not answer is a loss within 10 seconds`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        let start = ContinuousClock.now
        server.stall()
        #expect(try link.loss(within: 10)?.reason == "the server does not answer any more")
        #expect(ContinuousClock.now - start < .seconds(10))
        server.wake()
      }

      @Test func `a server that takes nothing is a loss after the write deadline`() throws {
        let server = try TestServer()
        let link = try TestLink(server)
        server.stall()
        var large = WireMessage.live(0)
        large.payload = [UInt8](repeating: 32, count: 500_000)
        let start = ContinuousClock.now
        let error = #expect(throws: TransportError.self) {
          for _ in 0..<1000 { try link.connection.send(large) }
        }
        #expect(error?.kind == .lost)
        // The server may still get a message for which the call has waited, so no error may say the contrary.
        #expect(error?.reason.contains("took nothing") == false)
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(try link.loss(within: 5)?.reason.contains("took nothing") == true)
        server.wake()
      }

      @Test func `closing sends everything, and no event follows`() throws {
        let server = try TestServer()
        let (sender, receiver) = (try TestLink(server), try TestLink(server))
        let (messages, _) = try receiver.live(.live())
        for number in 0..<20_000 { try sender.connection.send(.live(number)) }
        try sender.close()
        try messages.wait(for: 20_000)
        server.kill()
        #expect(try receiver.loss(within: 10) != nil)
        #expect(sender.events.all.isEmpty)
      }

      @Test func `connections are deallocated after a close, after a loss, and without a close`() throws {
        let server = try TestServer()
        weak var closed: (any TransportConnection)?
        weak var lost: (any TransportConnection)?
        weak var dropped: (any TransportConnection)?
        let population = Population()
        func use(_ link: TestLink) throws {
          let member = population.member()
          #expect(try link.open(.named()) == nil)
          _ = try link.connection.subscribe(to: .live(), group: nil) { _ in keep(member) }
          let done = Mailbox<Result<(any TransportConsumer)?, TransportError>>()
          link.connection.consume(
            .group(), from: nil, receive: { _ in keep(member) },
            done: { result in
              if case .success(let consumer) = result { consumer.request(10) }
              done.add(result.map { $0 as (any TransportConsumer)? })
            })
          let consumer = try done.wait(for: 1)[0].get()
          try link.store([.durable(0)])
          keep(consumer as AnyObject)
        }
        do {
          let links = try (0..<3).map { _ in try TestLink(server) }
          for link in links { try use(link) }
          (closed, lost, dropped) = (links[0].connection, links[1].connection, links[2].connection)
          try links[0].close()
          server.kill()
          #expect(try links[1].loss(within: 10) != nil)
        }
        try server.start()
        do {
          let link = try TestLink(server)
          try use(link)
          dropped = link.connection
        }
        yieldUntil { closed == nil && lost == nil && dropped == nil && population.count == 0 }
      }
    }
  }

  /// Keeps what a closure captures.
  func keep(_ value: some AnyObject) { withExtendedLifetime(value) {} }
#endif
