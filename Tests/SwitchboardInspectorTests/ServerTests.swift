#if Inspector
  import Foundation
  import Switchboard
  import SwitchboardLeaks
  import SwitchboardTestSupport
  import Testing

  @testable import SwitchboardInspector

  extension InspectorTests {
    @Suite("server")
    struct ServerBehavior {
      @Test("an answer needs the token, and the page does not")
      func token() async throws {
        try await withInspector { inspector in
          for target in ["/api/overview", "/api/registries", "/metrics", "/census.json", "/api/burst.pftrace"] {
            let answer = try inspector.ask("GET", target, sendsToken: false)
            #expect(answer.status == 401)
            #expect(!answer.text.contains("registries"))
          }
          let wrong = ["Authorization: Bearer \(inspector.token.dropLast())x"]
          #expect(try inspector.ask("GET", "/api/overview", headers: wrong, sendsToken: false).status == 401)
          #expect(try inspector.ask("GET", "/api/overview").status == 200)
          #expect(try inspector.ask("GET", "/", sendsToken: false).status == 200)
          #expect(inspector.url == "http://\(inspector.address)/#token=\(inspector.token)")
        }
      }

      @Test("two inspectors have different tokens of 128 bits")
      func tokens() {
        let tokens = Set((0..<100).map { _ in Guard.newToken() })
        #expect(tokens.count == 100)
        #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
      }

      @Test("another name, and a page of another site, are refused")
      func origins() async throws {
        try await withInspector { inspector in
          let port = inspector.address.split(separator: ":")[1]
          let expected = [
            ("GET", "Host: evil.example:\(port)", 421), ("GET", "Host: localhost:\(port)", 200),
            ("GET", "Host: 127.0.0.1:1", 421), ("POST", "Origin: http://evil.example", 403),
            ("POST", "Origin: null", 403), ("POST", "Origin: http://\(inspector.address)", 201),
          ]
          for (method, header, status) in expected {
            let answer = try inspector.ask(method, method == "GET" ? "/api/overview" : "/api/marks", headers: [header])
            #expect(answer.status == status, "\(method) \(header)")
          }
          let marks = try inspector.ask("GET", "/api/marks").object()["marks"] as? [Any]
          #expect(marks?.count == 1)
        }
      }

      @Test("what is asked wrongly gets a sentence")
      func errors() async throws {
        try await withInspector { inspector in
          let wrong = [
            ("GET", "/api/registries?sort=colour", "", 400), ("GET", "/api/registries?size=0", "", 400),
            ("GET", "/api/registries?page=-1", "", 400), ("GET", "/api/registries?order=up", "", 400),
            ("GET", "/api/registries/x", "", 400), ("GET", "/api/registries/4000000000", "", 404),
            ("GET", "/api/growth?since=7", "", 404), ("GET", "/api/growth", "", 400), ("GET", "/api/nothing", "", 404),
            ("GET", "/api/burst.pftrace", "", 404), ("POST", "/api/burst", "{\"milliseconds\":0}", 400),
            ("POST", "/api/burst", "now", 400), ("POST", "/api/overview", "", 404), ("DELETE", "/api/marks", "", 405),
          ]
          for (method, target, body, status) in wrong {
            let answer = try inspector.ask(method, target, body: body)
            #expect(answer.status == status, "\(method) \(target)")
            #expect(try (answer.object()["error"] as? String)?.hasSuffix(".") == true, "\(answer.text)")
          }
        }
      }

      @Test("an answer that cannot be encoded says so")
      func unencodable() {
        let answer = Response(["size": Broken()])
        #expect(answer.status == .internalServerError)
        #expect(
          String(buffer: answer.body) == #"{"error":"The answer cannot be encoded: no figure"}"#)
      }

      private struct Broken: Encodable {
        func encode(to encoder: any Encoder) throws { throw FailedCheck() }

        struct FailedCheck: Error, CustomStringConvertible { let description = "no figure" }
      }

      @Test("the inspector answers while all threads of the concurrency runtime are blocked")
      func blockedPool() async throws {
        let inspector = try await Inspector.start(at: "127.0.0.1:0")
        let (blocked, gate) = (Counter(), Gate())
        let threads = ProcessInfo.processInfo.activeProcessorCount
        for _ in 0..<threads {
          Task.detached {
            blocked.increment()
            gate.wait()
          }
        }
        // On a thread of its own, because this task has none any more once the pool is blocked.
        let answer = Guarded<Int?>(nil)
        let asker = RunningThread {
          yieldUntil { blocked.value >= threads - 1 }
          let status = try? inspector.ask("GET", "/api/overview").status
          answer.with { $0 = status }
          gate.open()
        }
        try asker.join()
        #expect(answer.with { $0 } == 200)
        await inspector.stop()
      }

      @Test("an address in use, a bad one, and one that other machines reach are refused with a sentence")
      func addresses() async throws {
        try await withInspector { inspector in
          let address = inspector.address
          #expect(throws: InspectorError.inUse(address)) { _ = try Inspector.startBlocking(at: address) }
        }
        for text in ["", "7070", "localhost:", "127.0.0.1:70700", "example.org:1", "::1:7070", "unix:"] {
          #expect(throws: InspectorError.badAddress(text)) {
            _ = try ListeningAddress(text, allowsOtherMachines: true)
          }
        }
        for text in ["0.0.0.0:7070", "[::]:7070", "192.168.1.1:7070", "8.8.8.8:80"] {
          #expect(throws: InspectorError.reachable(text)) { _ = try ListeningAddress(text, allowsOtherMachines: false) }
          #expect(throws: Never.self) { _ = try ListeningAddress(text, allowsOtherMachines: true) }
        }
        for error in [InspectorError.badAddress("x"), .reachable("x"), .inUse("x")] {
          #expect("\(error)".contains(":"))
        }
      }

      @Test("a stopped inspector gives its address back, and stops once")
      func stop() async throws {
        let first = try await Inspector.start(at: "127.0.0.1:0")
        await first.stop()
        await first.stop()
        let second = try await Inspector.start(at: first.address)
        #expect(second.address == first.address)
        #expect(second.token != first.token)
        await second.stop()
      }

      @Test("a leak check finds an inspector that was dropped and still serves, and none that was stopped")
      func leaks() async throws {
        let running = Guarded<[Inspector]>([])
        let report = try await LeakDetector.check(cycles: 2) { _ in
          await (try Inspector.start(at: "127.0.0.1:0")).stop()
          let inspector = try await Inspector.start(at: "127.0.0.1:0")
          running.with { $0.append(inspector) }
        }
        #expect(report.findings.map(\.owner) == ["Inspector"], "\(report)")
        #expect(report.findings.first?.count == 2)
        for inspector in running.with({ $0 }) { await inspector.stop() }
      }

      @Test("a socket with a path is for the user alone, and goes when the inspector stops")
      func path() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
          "inspector-\(UUID().uuidString.prefix(8))"
        ).path
        let inspector = try await Inspector.start(at: "unix:\(path)")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        await inspector.stop()
        #expect(!FileManager.default.fileExists(atPath: path))
      }
    }
  }
#endif
