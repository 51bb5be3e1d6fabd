#if NATS
  import Foundation
  import SwitchboardLink
  import SwitchboardTestSupport
  import Testing

  @testable import SwitchboardNATS

  extension EngineTests {
    @Suite struct EndingTests {
      @Test func `a connection that has ended answers no request and keeps nobody who waits`() throws {
        let server = try TestServer()
        let population = Population()
        let answers = Mailbox<Void>()
        do {
          // The client keeps this member, and the waiting closures would keep the client.
          let (member, losses) = (population.member(), Mailbox<Void>())
          let made = Mailbox<Result<any TransportConnection, TransportError>>()
          NATSTransport(server.url).connect(
            events: { event in
              keep(member)
              if case .lost = event { losses.add(()) }
            }, done: { made.add($0) })
          let connection = try made.wait(for: 1)[0].get()
          server.kill()
          try losses.wait(for: 1)
          let waiter = population.member()
          @Sendable func answered() {
            keep(waiter)
            answers.add(())
          }
          connection.open(.named()) { _ in answered() }
          connection.consume(.group(), from: nil, receive: { _ in keep(waiter) }, done: { _ in answered() })
          connection.synchronize { _ in answered() }
        }
        yieldUntil { population.count == 0 }
        #expect(answers.all.isEmpty)
      }

      @Test func `a subscription that is made while the connection ends is refused and not kept`() throws {
        let server = try TestServer()
        let population = Population()
        do {
          let member = population.member()
          let made = Mailbox<Result<any TransportConnection, TransportError>>()
          let client = Client(options: NATSOptions(), gate: EventGate { _ in keep(member) })
          client.start(servers: [server.url]) { made.add($0) }
          let connection = try made.wait(for: 1)[0].get()
          // What the thread does at the end. The C client still takes subscriptions.
          _ = client.subscriptions.exchange(nil)
          let error = #expect(throws: TransportError.self) {
            try connection.subscribe(to: .live(), group: nil) { _ in keep(member) }
          }
          #expect(error?.kind == .lost)
        }
        yieldUntil { population.count == 0 }
      }

      @Test func `a closed and a lost connection close their sockets`() throws {
        let server = try TestServer()
        let links = try (0..<4).map { _ in try TestLink(server) }
        #expect(server.clients == 4)
        for link in links.prefix(2) { try link.close() }
        // The socket is closed by the thread of the connection, after the answer.
        yieldUntil { server.clients == 2 }
        server.kill()
        for link in links.suffix(2) { #expect(try link.loss(within: 10) != nil) }
        #expect(server.clients == 0)
      }
    }
  }

  extension TestServer {
    /// The number of this process's sockets that are connected to the server.
    fileprivate var clients: Int {
      (0..<1024).count { descriptor in
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafeMutablePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(Int32(descriptor), $0, &length) == 0 }
        }
        return isConnected && address.sin_port == UInt16(port).bigEndian
      }
    }
  }
#endif
