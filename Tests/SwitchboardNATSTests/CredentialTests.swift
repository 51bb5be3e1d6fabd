#if NATS
  import Foundation
  import SwitchboardLink
  import SwitchboardNATS
  import SwitchboardTestSupport
  import Testing

  extension EngineTests {
    @Suite struct CredentialTests {
      @Test func `nobody at the address is unreachable`() throws {
        let error = try NATSTransport("nats://127.0.0.1:1").failure()
        #expect(error?.kind == .unreachable)
        #expect(error?.subject == "nats://127.0.0.1:1")
        #expect(error?.advice.contains("start nats-server") == true)
        #expect(try NATSTransport("not an address").failure() != nil)
      }

      @Test func `the second server of the list is used when the first does not answer`() throws {
        let server = try TestServer()
        let link = try TestLink(NATSTransport(servers: ["nats://127.0.0.1:1", server.url]))
        #expect(try link.open(.named()) == nil)
      }

      @Test func `users, tokens and keys`() throws {
        let server = try TestServer(configuration: "authorization { user: anna, password: secret }")
        try check(server, .user(name: "anna", password: "secret"), wrong: .user(name: "anna", password: "wrong"))
        try check(try TestServer(configuration: "authorization { token: abc }"), .token("abc"), wrong: .token("abd"))
        let file = server.directory.appendingPathComponent("seed")
        let other = server.directory.appendingPathComponent("other")
        // The key pair of the documentation of NATS, and another one.
        let seed = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY"
        try seed.write(to: file, atomically: true, encoding: .utf8)
        try "not a seed".write(to: other, atomically: true, encoding: .utf8)
        let key = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4"
        let keys = try TestServer(configuration: "authorization { users = [ { nkey: \(key) } ] }")
        try check(
          keys, .nkey(publicKey: key, seedFile: file.path), wrong: .nkey(publicKey: key, seedFile: other.path))
      }

      private func check(_ server: TestServer, _ right: NATSCredentials, wrong: NATSCredentials) throws {
        let link = try TestLink(NATSTransport(server.url, options: NATSOptions(credentials: right)))
        try link.close()
        for credentials in [wrong, .none] {
          let error = try NATSTransport(server.url, options: NATSOptions(credentials: credentials)).failure()
          #expect(error?.kind == .unauthorized, "\(String(describing: error))")
        }
      }

      @Test func `an encrypted connection`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("switchboard-tls-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (key, certificate) = (folder.path + "/key.pem", folder.path + "/certificate.pem")
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        openssl.arguments = [
          "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj",
          "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.runUnblocked()
        openssl.waitUntilExit()
        let server = try TestServer(
          configuration: "tls { cert_file: \"\(certificate)\", key_file: \"\(key)\" }")
        let trusting = NATSOptions(tls: NATSTLS(caFile: certificate, hostname: "localhost"))
        let link = try TestLink(NATSTransport(server.encryptedURL, options: trusting))
        #expect(try link.open(.named()) == nil)
        #expect(try link.store([.durable(0)]).tickets == ["stored 0"])
        let receiver = try TestLink(NATSTransport(server.encryptedURL, options: trusting))
        let (messages, _) = try receiver.live(.live())
        try link.connection.send(.live(1))
        try messages.wait(for: 1)
        #expect(try NATSTransport(server.encryptedURL).failure()?.kind == .unauthorized)
        #expect(try NATSTransport(server.url).failure()?.kind == .unauthorized)
        server.kill()
        #expect(try link.loss(within: 10) != nil)
      }
    }
  }
#endif
