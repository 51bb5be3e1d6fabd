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
          connection.consume(.group(), receive: { _ in keep(waiter) }, done: { _ in answered() })
          connection.synchronize { answered() }
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
    }
  }
#endif
