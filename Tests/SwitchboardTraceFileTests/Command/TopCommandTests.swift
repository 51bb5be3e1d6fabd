import Foundation
import SwitchboardTestSupport
import Testing

@Suite("switchboard-trace top, without a terminal")
struct TopCommandTests {
  @Test("prints once: the totals, the registries, and no escape code", arguments: [[], ["--once"]])
  func once(arguments: [String]) throws {
    try withInspector(FakeInspector(hasRates: false)) { server, inspector in
      let line = "\"$0\" top '\(server.url(inspector.token))' \(arguments.joined(separator: " "))"
      let outcome = try TraceCommand.shell(line)
      #expect((outcome.status, outcome.errors) == (0, ""))
      #expect(
        outcome.output == """
          LoginFlow (process 1234), up 75.5 s
          34 subscriptions, 2 registries, 1,234 sends (1.5/s), 456 deliveries (-/s), 7 waiting, 8 kept

          Registries by subscribers, highest first: 1 to 2 of 2
            id  name    type                        kind     line                        subs▼  sends/s  deliv/s\
            waiting  kept  sends  deliveries     age
             1  clicks  PublishSubject<Int, Never>  subject  LoginFlow/Screens.swift:10      3      2.5        -\
                  0     0    100         300  12.5 s
             2  user    PublishSubject<Int, Never>  subject  LoginFlow/Screens.swift:11      3      2.5        -\
                  0     0    100         300  12.5 s

          """)
    }
  }

  @Test("what is not counted and what is wrong stand in the text")
  func loud() throws {
    let inspector = FakeInspector(notCounted: ["5 subscriptions were dropped."], warnings: ["A line grows"])
    try withInspector(inspector) { server, inspector in
      let output = try TraceCommand.run("top", server.url(inspector.token)).output
      #expect(output.contains("\nNOT COUNTED: 5 subscriptions were dropped.\n"))
      let warning = "A line grows at A/B.swift:3, since 10.0 s\n  The detail.\n  The remedy.\n"
      #expect(output.contains("\n1 warning\n\n" + warning))
    }
  }

  @Test("the inspector sorts, filters and counts, as the options say")
  func options() throws {
    try withInspector { server, inspector in
      let url = server.url(inspector.token)
      let filtered = try TraceCommand.run("top", url, "--sort", "name", "--filter", "us&er +é", "--rows", "3")
      #expect(filtered.output.contains("No registry here, filter “us&er +é”\n"))
      let reversed = try TraceCommand.run("top", url, "--sort", "kept", "--reverse").output
      #expect(reversed.contains("Registries by kept, lowest first: 1 to 2 of 2"))
      let requests = server.requests.filter { $0.path == "/api/registries" }
      #expect(requests.map { $0["sort"] } == ["name", "kept"])
      #expect(requests.map { $0["order"] } == ["asc", "asc"])
      #expect(requests.map { $0["filter"] } == ["us&er +é", nil])
      #expect(requests.map { $0["size"] } == ["3", "50"])
      #expect(requests.first?.target.contains("%2B") == true)
    }
  }

  @Test("--once --json: the answers of the inspector")
  func json() throws {
    try withInspector(FakeInspector(warnings: ["A line grows"])) { server, inspector in
      let outcome = try TraceCommand.run("top", server.url(inspector.token), "--once", "--json")
      #expect((outcome.status, outcome.errors) == (0, ""))
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: [String: Any]]
      #expect(object.map { Set($0.keys) } == ["overview", "registries", "warnings"])
      #expect(object?["overview"]?["process"] as? Int == 1234)
      #expect((object?["registries"]?["rows"] as? [[String: Any]])?.first?["spark"] as? [Double] == [0, 0, 1.5])
      #expect((object?["warnings"]?["warnings"] as? [[String: Any]])?.first?["title"] as? String == "A line grows")
    }
  }

  @Test("names cannot send escape codes to the terminal, neither in text nor in JSON", arguments: [[], ["--json"]])
  func escapes(arguments: [String]) throws {
    let evil = "a\u{1B}[31m\u{9B}2J\u{202E}\nb\u{7F}"
    let inspector = FakeInspector(program: evil, names: [evil], notCounted: [evil], warnings: [evil])
    try withInspector(inspector) { server, inspector in
      let line = "\"$0\" top --once \(arguments.joined()) '\(server.url(inspector.token))'"
      let outcome = try TraceCommand.shell(line)
      #expect(outcome.status == 0)
      for scalar in outcome.output.unicodeScalars where scalar != "\n" {
        #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
      }
      guard arguments.isEmpty else { return }
      #expect(outcome.output.ranges(of: #"a\u{1b}[31m\u{9b}2J\u{202e}\nb\u{7f}"#).count == 4)
    }
  }

  @Test("the token may come from the URL, a file or the environment, and the scheme may be missing")
  func tokens() throws {
    try withInspector { server, inspector in
      try withFiles(["  \(inspector.token)\n", "\n"]) { paths in
        let bare = "127.0.0.1:\(server.port)"
        let none = "env -u SWITCHBOARD_INSPECTOR_TOKEN"
        #expect(try TraceCommand.shell("\(none) \"$0\" top \(bare) --token-file \(paths[0])").status == 0)
        #expect(try TraceCommand.shell("\(none) \"$0\" top '\(bare)/#a=b&token=\(inspector.token)'").status == 0)
        let variable = "SWITCHBOARD_INSPECTOR_TOKEN=\(inspector.token) \"$0\" top http://\(bare)"
        #expect(try TraceCommand.shell(variable).status == 0)
        let both = "SWITCHBOARD_INSPECTOR_TOKEN=x \"$0\" top '\(server.url(inspector.token))'"
        #expect(try TraceCommand.shell(both).status == 0)

        let without = try TraceCommand.shell("\(none) \"$0\" top \(bare)")
        #expect(without.status == 64 && without.errors.contains("the URL has no token"))
        #expect(try TraceCommand.shell("\(none) \"$0\" top \(bare) --token-file \(paths[1])").status == 64)
        #expect(try TraceCommand.shell("\"$0\" top \(bare) --token-file /tmp/there/is/none").status == 66)
        let two = try TraceCommand.shell("\"$0\" top '\(bare)#token=x' --token-file \(paths[0])")
        #expect(two.status == 64 && two.errors.contains("both give a token"))
      }
    }
  }

  @Test(
    "wrong URLs and options: 64",
    arguments: [
      ("'http://#token=x'", "no URL with a host"), ("''", "no URL with a host"), ("':#token=x'", "no URL with a host"),
      ("'https://127.0.0.1:1/#token=x'", "does not begin with http://"),
      ("'127.0.0.1:1#token=a%0Ab'", "characters that no token has"),
      ("'127.0.0.1:1#token=x' --sort size", "subscribers"),
      ("'127.0.0.1:1#token=x' --interval 0", "--interval"), ("'127.0.0.1:1#token=x' --interval nan", "--interval"),
      ("'127.0.0.1:1#token=x' --rows 0", "--rows"), ("'127.0.0.1:1#token=x' --rows 1001", "--rows"),
      ("'127.0.0.1:1#token=x' --json", "add --once"), ("", "url"),
    ])
  func usage(arguments: String, message: String) throws {
    let outcome = try TraceCommand.shell("\"$0\" top \(arguments)")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("a program that is not there: 69")
  func closedPort() throws {
    let server = try LoopbackServer { _ in nil }
    server.close()
    let outcome = try TraceCommand.run("top", server.url("x"))
    #expect((outcome.status, outcome.output) == (69, ""))
    #expect(outcome.errors.contains("cannot connect to http://127.0.0.1:\(server.port). Is the program running"))
  }

  @Test("a connection that ends without an answer: 69")
  func noAnswer() throws {
    try withServer(answering: "") { server in
      let outcome = try TraceCommand.run("top", server.url("x"))
      #expect(outcome.status == 69 && outcome.errors.contains("ended before the answer"), "\(outcome.errors)")
    }
  }

  @Test("a wrong token: 77", arguments: [[], ["WWW-Authenticate: Bearer"]])
  func wrongToken(headers: [String]) throws {
    try withServer(answering: FakeInspector.http("401 Unauthorized", ["error": "No."], headers: headers)) { server in
      let outcome = try TraceCommand.run("top", server.url("wrong"))
      #expect((outcome.status, outcome.output) == (77, ""))
      #expect(outcome.errors.contains("does not accept the token. Copy the URL that the program printed last"))
      #expect(server.requests.count == 1)
    }
  }

  @Test(
    "what is no inspector: 65",
    arguments: [
      "garbage \u{0}\u{1}\n\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n<html>", "HTTP/1.1 200 OK\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\n\r\n[\(String(repeating: "[", count: 10_000))", "HTTP/1.1 404 Not Found\r\n\r\nno",
      "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n{}",
      "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\n{}",
    ])
  func foreign(answer: String) throws {
    try withServer(answering: answer) { server in
      let outcome = try TraceCommand.run("top", server.url("x"))
      #expect((outcome.status, outcome.output) == (65, ""), "\(outcome.errors)")
      #expect(outcome.errors.contains("is no inspector of Switchboard"), "\(outcome.errors)")
      #expect(try TraceCommand.run("top", server.url("x"), "--once", "--json").status == 65)
    }
  }

  @Test("an error of the inspector is shown, without its escape codes")
  func refused() throws {
    try withServer(answering: FakeInspector.http("503 Busy", ["error": "Too many\u{1B}[31m clients."])) { server in
      let outcome = try TraceCommand.run("top", server.url("x"))
      #expect(outcome.status == 65)
      #expect(outcome.errors.hasSuffix(":\(server.port) answers: Too many\\u{1b}[31m clients.\n"))
    }
  }

  @Test("does not follow a redirect, which would give the token to another place")
  func redirect() throws {
    try withInspector { other, inspector in
      let headers = ["Location: http://127.0.0.1:\(other.port)/api/overview"]
      try withServer(answering: FakeInspector.http("302 Found", [:], headers: headers)) { server in
        let outcome = try TraceCommand.run("top", server.url(inspector.token))
        #expect(outcome.status == 65 && outcome.errors.contains("status 302"), "\(outcome.errors)")
      }
      #expect(other.requests.isEmpty)
    }
  }

  @Test("does not ask a proxy, which would see the token")
  func proxy() throws {
    try withServer(answering: "HTTP/1.1 502 Proxy\r\n\r\n") { proxy in
      try withInspector { server, inspector in
        let name = "http://127.0.0.1:\(proxy.port)"
        let proxies = ["http_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY"].map { "\($0)=\(name)" }
        let outcome = try TraceCommand.shell(
          "\(proxies.joined(separator: " ")) no_proxy= \"$0\" top '\(server.url(inspector.token))'")
        #expect(outcome.status == 0)
      }
      #expect(proxy.requests.isEmpty)
    }
  }
}
