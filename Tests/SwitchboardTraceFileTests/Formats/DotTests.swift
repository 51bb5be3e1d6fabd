import SwitchboardTraceFile
import SwitchboardTracing
import Testing

@Suite("Causal graph")
struct DotTests {
  @Test("lines, registries, counts and causes")
  func graph() throws {
    let output = TextOutput()
    try Script.trace { t in
      var (queued, hopped): (UInt64, UInt64) = (0, 0)
      t.send("ticks", 5, at: "A/A.swift:1") {
        t.deliver(1, from: 5, at: "A/A.swift:2")
        t.send("total", 6, at: "A/A.swift:3")
        queued = t.queue("ticks", 5, at: "A/A.swift:4")
        hopped = t.hop(at: "A/A.swift:5")
      }
      t.send("ticks", 5, at: "A/A.swift:4", queued: queued)
      t.on(2) {
        t.arrive(at: "A/A.swift:5", hopped) {
          t.deliver(9, from: 0, at: "A/\"q\".swift:6")
        }
      }
      t.on(2) { t.arrive(at: "A/A.swift:7", 99) { t.send("total", 6, at: "A/A.swift:8") } }
    }
    .source.copy(to: DotWriter(to: output))
    let edges = output.text.split(separator: "\n").filter { $0.contains("->") }.map { $0.drop { $0 == " " } }
    #expect(
      edges == [
        #""line A/A.swift:1" -> "registry ticks#1" [label="1"];"#,
        #""line A/A.swift:2" -> "line A/A.swift:3" [label="nested 1", style=dashed];"#,
        #""line A/A.swift:2" -> "line A/A.swift:4" [label="queued 1", style=dashed];"#,
        #""line A/A.swift:2" -> "line A/A.swift:5" [label="hop 1", style=dashed];"#,
        #""line A/A.swift:3" -> "registry total#1" [label="1"];"#,
        #""line A/A.swift:4" -> "registry ticks#1" [label="1"];"#,
        #""line A/A.swift:5" -> "line A/\"q\".swift:6" [label="arrival 1"];"#,
        #""line A/A.swift:7" -> "line A/A.swift:8" [label="nested 1", style=dashed];"#,
        #""line A/A.swift:8" -> "registry total#1" [label="1"];"#,
        #""registry ticks#1" -> "line A/A.swift:2" [label="1"];"#,
      ])
  }
}
