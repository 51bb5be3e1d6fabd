import Foundation
import Testing

@Suite("Examples: the dashboard")
struct DashboardTests {
  @Test("prints a line for each change where there is no terminal")
  func lines() throws {
    #expect(
      try ExampleProgram("Dashboard", ["--ticks", "2", "--every", "1"]).end() == [
        "processor 48 %", "memory 50 %", "network 529 MB/s", "processor 46 %", "memory 56 %", "network 529 MB/s",
      ])
  }

  @Test(
    "an unknown option ends the program with an error status",
    arguments: [["--nonsense", "1"], ["--ticks"], ["--ticks", "many"], ["--every", "0"], ["x"]])
  func unknown(arguments: [String]) throws {
    let program = try ExampleProgram("Dashboard", arguments)
    #expect(program.end(status: 64).isEmpty)
    #expect(program.complaint().contains("usage: Dashboard [--ticks N] [--every MILLISECONDS]\n"))
  }

  @Test("ends cleanly when asked to, and when nobody reads its output", arguments: [SIGINT, SIGTERM, SIGHUP, nil])
  func ends(signal: Int32?) throws {
    let program = try ExampleProgram("Dashboard", ["--every", "1"])
    program.wait(for: "network 529 MB/s")
    if let signal { program.signal(signal) } else { try program.closeOutput() }
    if signal != nil { _ = program.end() } else { program.exit() }
  }

  @Test("draws what fits into a tiny terminal")
  func tiny() throws {
    let terminal = try PseudoTerminal(width: 10, height: 3)
    let program = try ExampleProgram("Dashboard", ["--every", "1"], terminal: terminal)
    let lines = ["processor ", "memory    ", "network   "].map { "\u{1B}[2K" + $0 }
    // The terminal puts a return before each end of line.
    _ = try terminal.read(until: "\u{1B}[H" + lines.joined(separator: "\r\r\n") + "\u{1B}[J")
    program.signal(SIGINT)
    _ = try terminal.read(until: "\u{1B}[?25h\u{1B}[?1049l")
    program.exit()
  }

  @Test("draws frames that follow the size of the terminal, and gives the terminal back", arguments: ["q", "signal"])
  func terminal(way: String) throws {
    let terminal = try PseudoTerminal(width: 60, height: 20)
    let before = try terminal.settings()
    let program = try ExampleProgram("Dashboard", ["--every", "1"], terminal: terminal)
    #expect(try terminal.read(until: "q ends the program\u{1B}[J").contains("network   529 MB/s  ▅"))
    // The terminal has no session, so no key sends a signal here. The settings say whether one would.
    terminal.type("\u{1A}\u{1C}")
    let during = try terminal.settings()
    #expect(during.modes == 0)
    for key in [VQUIT, VSUSP] { #expect(during.keys[Int(key)] == terminal.disabled) }
    #expect(during.keys[Int(VINTR)] == before.keys[Int(VINTR)])
    for (width, height) in [(13, 2), (1, 1)] as [(UInt16, UInt16)] {
      try terminal.resize(width: width, height: height)
      program.signal(SIGWINCH)
      let first = "\u{1B}[H\u{1B}[2K" + "processor  ".prefix(Int(width))
      _ = try terminal.read(until: first + (height == 1 ? "\u{1B}[J" : "  \r"))
    }
    if way == "q" { terminal.type("q") } else { program.signal(SIGINT) }
    _ = try terminal.read(until: "\u{1B}[?25h\u{1B}[?1049l")
    program.exit()
    #expect(try terminal.settings() == before)
  }

  @Test("the last frame shows the last tick, and a value of any length")
  func lastFrame() throws {
    let terminal = try PseudoTerminal(width: 23, height: 3)
    let program = try ExampleProgram("Dashboard", ["--every", "1", "--ticks", "432"], terminal: terminal)
    let lines = ["processor     71 %  ▅▆▆", "memory       100 %  ███", "network  1000 MB/s  ███"]
    let frame = "\u{1B}[H" + lines.map { "\u{1B}[2K" + $0 }.joined(separator: "\r\r\n") + "\u{1B}[J"
    #expect(try terminal.read(until: "\u{1B}[?25h\u{1B}[?1049l").hasSuffix(frame + "\u{1B}[?25h\u{1B}[?1049l"))
    program.exit()
  }
}
