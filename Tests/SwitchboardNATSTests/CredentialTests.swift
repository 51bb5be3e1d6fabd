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
        let file = server.file("seed")
        let other = server.file("other")
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

      @Test func `a file with a token and a seed`() throws {
        let server = try TestServer(keepsStreams: false, configuration: Operator.configuration)
        let (right, wrong) = (server.file("user.creds"), server.file("wrong.creds"))
        try Operator.userFile.write(to: right, atomically: true, encoding: .utf8)
        try Operator.wrongFile.write(to: wrong, atomically: true, encoding: .utf8)
        try check(server, .credentialsFile(right.path), wrong: .credentialsFile(wrong.path))
        let missing = NATSOptions(credentials: .credentialsFile(server.file("missing.creds").path))
        #expect(try NATSTransport(server.url, options: missing).failure()?.kind == .unauthorized)
      }

      @Test func `an encrypted connection`() throws {
        let identity = try TestCertificate()
        let server = try TestServer(configuration: "tls { \(identity.settings) }")
        let trusting = NATSOptions(tls: NATSTLS(caFile: identity.certificate, hostname: "localhost"))
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

      @Test func `a server that asks for certificates of its clients`() throws {
        let identity = try TestCertificate()
        let server = try TestServer(
          configuration: "tls { \(identity.settings), ca_file: \"\(identity.certificate)\", verify: true }")
        func options(_ certificate: String?, _ key: String?) -> NATSOptions {
          let tls = NATSTLS(
            caFile: identity.certificate, certificateFile: certificate, keyFile: key, hostname: "localhost")
          return NATSOptions(tls: tls)
        }
        let right = options(identity.certificate, identity.key)
        try TestLink(NATSTransport(server.encryptedURL, options: right)).close()
        // One certificate that the server does not trust, and none.
        let other = try TestCertificate()
        for wrong in [options(other.certificate, other.key), options(nil, nil)] {
          let error = try NATSTransport(server.encryptedURL, options: wrong).failure()
          #expect(error?.kind == .unauthorized, "\(String(describing: error))")
        }
        let missing = options(server.file("missing.pem").path, nil)
        let error = try NATSTransport(server.encryptedURL, options: missing).failure()
        #expect(error?.kind == .unauthorized, "\(String(describing: error))")
      }
    }
  }
#endif
