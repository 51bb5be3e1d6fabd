#if NATS
  import Foundation
  import SwitchboardLink
  import SwitchboardTestSupport
  import Testing

  @testable import SwitchboardNATS

  extension EngineTests {
    /// A slow network is no dead server.
    @Suite struct SlownessTests {
      private static let fast = NATSOptions(pingInterval: .milliseconds(500))

      /// A server, a slow line to it, and the options for both.
      private struct Far {
        let server: TestServer
        let line: SlowLine
        var options = SlownessTests.fast
        private let certificate: TestCertificate?
        let near: TestLink
        let far: TestLink

        init(isEncrypted: Bool) throws {
          certificate = isEncrypted ? try TestCertificate() : nil
          if let certificate { options.tls = NATSTLS(caFile: certificate.certificate) }
          server = try TestServer(configuration: certificate.map { "tls { \($0.settings) }" })
          line = try SlowLine(to: server)
          let scheme = isEncrypted ? "tls" : "nats"
          near = try TestLink(NATSTransport("\(scheme)://127.0.0.1:\(server.port)", options: options))
          far = try TestLink(NATSTransport("\(scheme)://127.0.0.1:\(line.port)", options: options))
        }
      }

      @Test(arguments: [false, true])
      func `an answer that waits behind data is no loss while the data comes`(isEncrypted: Bool) throws {
        let far = try Far(isEncrypted: isEncrypted)
        let (messages, _) = try far.far.live(.live())
        far.line.pass(100)
        var large = WireMessage.live(0)
        large.payload = [UInt8](repeating: 32, count: 100_000)
        for _ in 0..<20 { try far.near.connection.send(large) }
        try far.near.settle()
        // Each step is a ping of the client, and the answers are 2 MB behind.
        try far.line.steps.wait(for: far.line.steps.all.count + 10)
        #expect(messages.all.isEmpty)
        #expect(TestLink.losses(far.far.events.all).isEmpty)
        far.line.pass(nil)
        try messages.wait(for: 20)
        #expect(far.far.events.all.isEmpty)
      }

      @Test(arguments: [false, true])
      func `a server from which no byte comes is a loss`(isEncrypted: Bool) throws {
        let far = try Far(isEncrypted: isEncrypted)
        far.line.pass(0)
        #expect(try far.far.loss(within: 10)?.reason == "the server does not answer any more")
        #expect(far.near.events.all.isEmpty)
      }

      @Test func `the write deadline begins anew while the server takes data`() throws {
        let far = try Far(isEncrypted: false)
        let (messages, _) = try far.near.live(.live())
        far.line.takeLittle()
        let results = Mailbox<TransportError?>()
        let connection = far.far.connection
        Thread.detachNewThread {
          var large = WireMessage.live(0)
          large.payload = [UInt8](repeating: 32, count: 1_000_000)
          do throws(TransportError) {
            for _ in 0..<40 { try connection.send(large) }
            connection.flush()
            results.add(nil)
          } catch {
            results.add(error)
          }
        }
        let start = ContinuousClock.now
        while ContinuousClock.now - start < far.options.writeDeadline * 3 {
          far.line.takeOnce()
          try #require(results.quiet(for: 0.2, after: 0).isEmpty)
        }
        far.line.takeAll()
        #expect(try results.wait(for: 1)[0] == nil)
        try messages.wait(for: 40)
        #expect(far.far.events.all.isEmpty)
      }

      @Test func `a closed encrypted connection leaves no descriptor`() throws {
        let certificate = try TestCertificate()
        let server = try TestServer(configuration: "tls { \(certificate.settings) }")
        let options = NATSOptions(tls: NATSTLS(caFile: certificate.certificate))
        func use() throws { try TestLink(NATSTransport(server.encryptedURL, options: options)).close() }
        func open() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
        try use()
        let before = open()
        for _ in 0..<20 { try use() }
        yieldUntil { open() < before + 10 }
      }

      @Test func `silence is counted in intervals, and bytes that the server takes delay it`() {
        var pulse = Pulse(most: 2)
        func beat(_ received: UInt64, _ acknowledged: UInt64 = 0, _ waiting: UInt64 = 0) -> Bool {
          pulse.beat(received: received, acknowledged: acknowledged, waiting: waiting)
        }
        #expect([beat(1), beat(1), beat(1), beat(2)] == [true, true, true, true])
        #expect([beat(2), beat(2), beat(2)] == [true, true, false])
        // The first ping that has no answer waits behind 600 bytes, and more are written later.
        #expect(beat(3))
        for sent: UInt64 in [100, 200, 300, 400, 500] { #expect(beat(3, sent, 500)) }
        #expect([beat(3, 600, 500), beat(3, 700, 500), beat(3, 800, 500)] == [true, true, false])
        // A server whose machine takes nothing more.
        #expect([beat(4, 0, 500), beat(4, 0, 500), beat(4, 0, 500), beat(4, 0, 500)] == [true, true, true, false])
      }
    }
  }
#endif
