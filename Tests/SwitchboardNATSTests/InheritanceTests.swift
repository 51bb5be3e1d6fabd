#if NATS
  import Foundation
  import SwitchboardBus
  import SwitchboardLink
  import SwitchboardNATS
  import Testing

  extension EngineTests {
    @Suite struct InheritanceTests {
      /// Whether this process has as many descriptors of sockets to the server, and each is closed in children. The
      /// engine has another descriptor of an encrypted connection.
      private func areClosed(to server: TestServer, _ count: ClosedRange<Int>) -> Bool {
        let closed = (0..<4096 as Range<Int32>).compactMap { descriptor -> Bool? in
          var peer = sockaddr_in()
          var length = socklen_t(MemoryLayout<sockaddr_in>.size)
          let result = withUnsafeMutablePointer(to: &peer) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
          }
          guard result == 0, Int32(peer.sin_family) == AF_INET, Int(UInt16(bigEndian: peer.sin_port)) == server.port
          else { return nil }
          return fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0
        }
        return count.contains(closed.count) && closed.allSatisfy { $0 }
      }

      @Test func `children inherit no socket of a connection`() throws {
        let server = try TestServer()
        let links = try (0..<2).map { _ in try TestLink(server) }
        #expect(areClosed(to: server, 2...2))
        server.kill()
        for link in links { #expect(try link.loss(within: 10) != nil) }
        try server.start()
        let again = try TestLink(server)
        #expect(areClosed(to: server, 1...2))
        try again.close()
      }

      @Test func `children inherit no socket of an encrypted connection`() throws {
        let identity = try TestCertificate()
        let server = try TestServer(configuration: "tls { \(identity.settings) }")
        let options = NATSOptions(tls: NATSTLS(caFile: identity.certificate, hostname: "localhost"))
        let transport = NATSTransport(server.encryptedURL, options: options)
        let link = try TestLink(transport)
        #expect(areClosed(to: server, 1...2))
        server.kill()
        #expect(try link.loss(within: 10) != nil)
        try server.start()
        let again = try TestLink(transport)
        #expect(areClosed(to: server, 1...2))
        try again.close()
      }

      @Test func `times of any length are settings that the server takes`() throws {
        for time in [Duration.seconds(Int64.max), Duration(attoseconds: .max)] {
          let server = try TestServer()
          let options = NATSOptions(pingInterval: time, mostPingsOut: .max, writeDeadline: time, connectTimeout: time)
          let link = try TestLink(NATSTransport(server.url, options: options))
          var stream = StreamSettings.named(limits: StreamLimits(bytes: 1 << 24, age: time))
          stream.duplicateWindow = time
          #expect(try link.open(stream) == nil)
          let consumer = try link.consume(.group(of: stream, deadline: time))
          consumer.consumer.request(1)
          try link.store([.durable(0)])
          let message = try consumer.messages.wait(for: 1)[0]
          consumer.consumer.retry(message.token, after: time)
          try link.settle()
          try link.close()
        }
      }
    }
  }
#endif
