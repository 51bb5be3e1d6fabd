import Foundation
import SwitchboardTestSupport
import Testing

@Suite("switchboard-trace top, in a terminal")
struct TopTerminalTests {
  private static let taken = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  private static let returned = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  private static let end = "\u{1B}[J"
  private static let many = FakeInspector(names: (1...30).map { "signal\($0)." })

  @Test("shows frames, and gives the terminal back", arguments: ["q", "\u{3}", "TERM", "INT", "HUP"])
  func ends(way: String) throws {
    try withInspector { server, inspector in
      let terminal = try PseudoTerminal(width: 120, height: 24)
      let before = try terminal.settings()
      let top = try TopProgram(server.url(inspector.token), in: terminal)
      #expect(try terminal.read(until: Self.taken) == Self.taken)
      let frame = try terminal.read(until: Self.end)
      #expect(frame.hasPrefix("\u{1B}[H\u{1B}[2K\u{1B}[1mLoginFlow (process 1234), up 75.5 s\u{1B}[0m\r"))
      #expect(frame.contains("clicks") && frame.contains("q quit"))
      let during = try terminal.settings()
      #expect(during.modes == 0)
      for key in [VQUIT, VSUSP] { #expect(during.keys[Int(key)] == terminal.disabled) }
      #expect(during.keys[Int(VINTR)] == before.keys[Int(VINTR)])
      switch way {
      case "q": terminal.type("q")
      case "TERM": top.signal(SIGTERM)
      case "HUP": top.signal(SIGHUP)
      // The terminal has no session, so ctrl-C sends no signal here. The settings say that the key would.
      default: top.signal(SIGINT)
      }
      _ = try terminal.read(until: Self.returned)
      #expect(top.exit().isEmpty)
      #expect(try terminal.settings() == before)
    }
  }

  @Test("--once prints what the page shows, and leaves the terminal as it is")
  func once() throws {
    try withInspector { server, inspector in
      let terminal = try PseudoTerminal(width: 96, height: 24)
      let top = try TopProgram(server.url(inspector.token), ["--once"], in: terminal)
      let text = try terminal.read(until: "LoginFlow/Screens.swift:11") + terminal.read(until: "\n")
      top.exit()
      #expect(terminal.isQuiet)
      #expect(try page().contains("--once\n\(text.replacing("\r\n", with: "\n"))```\n"), "\(text)")
    }
  }

  @Test("asks again and again, and shows what is new")
  func refreshes() throws {
    let count = Guarded(0)
    let server = try LoopbackServer { request in
      if request.path == "/api/overview" { count.with { $0 += 1 } }
      return FakeInspector(program: "Answer\(count.with { $0 })").answer(request)
    }
    defer { server.close() }
    let terminal = try PseudoTerminal(width: 100, height: 24)
    let top = try TopProgram(server.url(FakeInspector().token), in: terminal)
    for number in 1...4 { _ = try terminal.read(until: "Answer\(number) ") }
    terminal.type("q")
    _ = try terminal.read(until: Self.returned)
    top.exit()
  }

  @Test("keys sort, reverse and filter")
  func keys() throws {
    try withInspector(Self.many) { server, inspector in
      let terminal = try PseudoTerminal(width: 100, height: 24)
      // Only keys make the command ask again.
      let top = try TopProgram(server.url(inspector.token), ["--interval", "3600"], in: terminal)
      _ = try terminal.read(until: "Registries by subscribers, highest first: 1 to 17 of 30")
      terminal.type("s")
      _ = try terminal.read(until: "Registries by sends, highest first")
      terminal.type("r")
      _ = try terminal.read(until: "Registries by sends, lowest first")
      terminal.type("/nal3x")
      _ = try terminal.read(until: "filter: nal3x_")
      terminal.type("\u{7F}\r")
      _ = try terminal.read(until: "1 to 2 of 2, filter “nal3”")
      terminal.type("/q")
      _ = try terminal.read(until: "filter: nal3q_")
      terminal.type("\u{1B}")
      _ = try terminal.read(until: "q quit")
      terminal.type("q")
      _ = try terminal.read(until: Self.returned)
      top.exit()
      let asked = server.requests.filter { $0.path == "/api/registries" }
      #expect(asked.map { $0["sort"] } == ["subscribers", "sends", "sends", "sends"])
      #expect(asked.map { $0["order"] } == ["desc", "desc", "asc", "asc"])
      #expect(asked.map { $0["filter"] } == [nil, nil, nil, "nal3"])
    }
  }

  @Test("space, b and arrow keys turn pages, and stop at both ends")
  func pages() throws {
    try withInspector(Self.many) { server, inspector in
      let terminal = try PseudoTerminal(width: 100, height: 17)
      let top = try TopProgram(server.url(inspector.token), ["--interval", "3600"], in: terminal)
      _ = try terminal.read(until: ": 1 to 10 of 30")
      for (key, rows) in [
        (" ", "11 to 20"), ("\u{1B}[B", "21 to 30"), (" b", "11 to 20"), ("\u{1B}OA", "1 to 10"),
        ("b\u{1B}[6~", "11 to 20"), ("\u{1B}[5~", "1 to 10"),
      ] {
        terminal.type(key)
        _ = try terminal.read(until: ": \(rows) of 30")
      }
      terminal.type("q")
      _ = try terminal.read(until: Self.returned)
      top.exit()
    }
  }

  @Test("w shows the warnings and what is not counted, and then the registries again")
  func warnings() throws {
    let sentence = "Five subscriptions were dropped, because there was no room for them."
    let inspector = FakeInspector(notCounted: Array(repeating: sentence, count: 4), warnings: ["A line grows"])
    try withInspector(inspector) { server, inspector in
      let terminal = try PseudoTerminal(width: 50, height: 20)
      let top = try TopProgram(server.url(inspector.token), ["--interval", "3600"], in: terminal)
      let first = try terminal.read(until: Self.end)
      #expect(first.contains("\u{1B}[7m1 warning: the key w shows more\u{1B}[0m"))
      #expect(first.contains("\u{1B}[7mNOT COUNTED: Five subscriptions were dropped,\u{1B}[0m\r"))
      #expect(first.contains("More is not counted"))
      #expect(!server.requests.contains { $0.path == "/api/warnings" })
      terminal.type("w")
      _ = try terminal.read(until: "A line grows at A/B.swift:3")
      _ = try terminal.read(until: "The remedy.")
      terminal.type("w")
      _ = try terminal.read(until: "Registries by subscribers")
      terminal.type("q")
      _ = try terminal.read(until: Self.returned)
      top.exit()
    }
  }

  @Test("follows the size of the terminal, and cuts lines to its width")
  func size() throws {
    let inspector = FakeInspector(program: "Programm", names: ["日本語日本語日本語日本語", "e\u{1B}[31mvil"])
    try withInspector(inspector) { server, inspector in
      let terminal = try PseudoTerminal(width: 60, height: 20)
      let top = try TopProgram(server.url(inspector.token), ["--interval", "3600"], in: terminal)
      let frame = try terminal.read(until: Self.end)
      #expect(frame.contains("日本語日本語日…") && frame.contains(#"e\u{1b}[31mvil"#))
      #expect(!frame.contains("\u{1B}[31m"))
      for (width, height) in [(12, 2), (1, 1)] as [(UInt16, UInt16)] {
        try terminal.resize(width: width, height: height)
        top.signal(SIGWINCH)
        let cut = width == 12 ? "Programm (p…" : "…"
        // The terminal puts a return before each end of line.
        let rest = height == 1 ? Self.end : "\r\r\n"
        _ = try terminal.read(until: "\u{1B}[H\u{1B}[2K\u{1B}[1m\(cut)\u{1B}[0m" + rest)
      }
      terminal.type("q")
      _ = try terminal.read(until: Self.returned)
      top.exit()
    }
  }

  @Test("when the program ends, the last figures stay, and the status is 0")
  func programEnds() throws {
    let count = Guarded(0)
    let inspector = FakeInspector(warnings: ["A line grows"])
    let server = try LoopbackServer { request in
      let number = count.with { count -> Int in
        count += 1
        return count
      }
      return number > 5 ? nil : inspector.answer(request)
    }
    let terminal = try PseudoTerminal(width: 100, height: 24)
    let before = try terminal.settings()
    let top = try TopProgram(server.url(inspector.token), in: terminal)
    _ = try terminal.read(until: Self.returned)
    let rest = try terminal.read(until: "the program has ended\r\n")
    #expect(rest.hasPrefix("LoginFlow (process 1234), up 75.5 s\r\n") && rest.contains("clicks"))
    #expect(rest.contains("\r\n1 warning\r\n") && !rest.contains("\u{1B}"))
    #expect(top.exit().isEmpty)
    #expect(try terminal.settings() == before)
  }

  @Test("when another program answers, the terminal is given back, and the status tells the reason")
  func otherProgram() throws {
    let count = Guarded(0)
    let server = try LoopbackServer { request in
      let number = count.with { count -> Int in
        count += 1
        return count
      }
      return FakeInspector(token: number > 4 ? "other" : "first").answer(request)
    }
    defer { server.close() }
    let terminal = try PseudoTerminal(width: 100, height: 24)
    let top = try TopProgram(server.url("first"), in: terminal)
    _ = try terminal.read(until: "No new figures")
    _ = try terminal.read(until: Self.returned)
    #expect(top.exit(status: 77).contains("does not accept the token"))
  }

  @Test("an error at the begin leaves the terminal as it is")
  func errorAtBegin() throws {
    let server = try LoopbackServer { _ in nil }
    server.close()
    let terminal = try PseudoTerminal(width: 100, height: 24)
    let top = try TopProgram(server.url("x"), in: terminal)
    #expect(top.exit(status: 69).contains("cannot connect"))
    #expect(terminal.isQuiet)
  }
}
