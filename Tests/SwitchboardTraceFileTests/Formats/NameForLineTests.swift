import SwitchboardTraceFile
import SwitchboardTracing
import Testing

@Suite("A record with a name in place of a line")
struct NameForLineTests {
  private static let trace = Script.trace { t in
    t.subscribe(1, "count", 5, at: "SignalProtocol.values")
    t.send("count", 5, at: "Property.value") {
      t.deliver(1, from: 5, at: "SignalProtocol.values")
      t.send("total", 6, at: "A/A.swift:3")
    }
  }

  @Test("shows the name alone, in each format")
  func formats() throws {
    let golden = """
      # switchboard.golden/2
      thread t1
        subscribe SignalProtocol.values#1 to count#1
        send count#1 at Property.value
          deliver to SignalProtocol.values#1
            send total#1 at A.swift@1

      """
    #expect(try GoldenWriter.text(of: Self.trace.source) == golden)
    let (chrome, dot) = (TextOutput(), TextOutput())
    try Self.trace.source.copy(to: ChromeWriter(to: chrome))
    try Self.trace.source.copy(to: DotWriter(to: dot))
    for text in [chrome.text, dot.text] {
      #expect(text.contains("Property.value\"") && text.contains("SignalProtocol.values\""))
      #expect(!text.contains(":0\""))
    }
  }

  @Test("stays as it is in a Perfetto file; commands print it, and filters accept it")
  func file() throws {
    try withTrace(Self.trace) { path in
      var reader = try PerfettoReader(path: path)
      while try reader.next() != nil {}
      #expect(reader.symbols.sites == Self.trace.symbols.sites)
      #expect(!String(decoding: try bytes(of: path), as: UTF8.self).contains("values:0"))
      for command in ["summary", "leaks"] {
        let output = try TraceCommand.run(command, path).output
        #expect(output.contains("SignalProtocol.values ") && !output.contains(":0 "), "\(output)")
      }
      let led = try TraceCommand.run("cat", path, "--filter", "flow-of=Property.value kind=send").output
      #expect(led.split(separator: "\n").count == 2, "\(led)")
    }
  }
}
