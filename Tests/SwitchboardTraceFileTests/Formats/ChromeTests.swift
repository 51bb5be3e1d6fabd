import Foundation
import SwitchboardTraceFile
import SwitchboardTracing
import Testing

@Suite("Chrome JSON")
struct ChromeTests {
  private func events(_ trace: TraceSnapshot) throws -> [[String: Any]] {
    let output = TextOutput()
    try trace.source.copy(to: ChromeWriter(to: output))
    let object = try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [String: Any]
    return try #require(object?["traceEvents"] as? [[String: Any]])
  }

  private func phases(_ events: [[String: Any]]) -> String {
    events.compactMap { $0["ph"] as? String }.filter { $0 != "M" }.joined()
  }

  @Test("a delivery ends with the next delivery, or with its activity")
  func slices() throws {
    #expect(phases(try events(Script.small())) == "iCiCBBBEEBEEiC")
  }

  @Test("an observer's registry has no counter")
  func counters() throws {
    var trace = Script.small()
    let count = try events(trace).count { $0["ph"] as? String == "C" }
    trace.symbols.labels.append(TraceLabel(type: "Observer<Int, Never>", name: nil))
    var record = TraceRecord(kind: .subscribe, thread: 1, time: 10_000)
    record.label = UInt32(trace.symbols.labels.count - 1)
    record.registry = 9
    trace.records.append(record)
    #expect(try events(trace).count { $0["ph"] as? String == "C" } == count)
  }

  @Test("a chain's delivery lies inside the registry's delivery")
  func chain() throws {
    let trace = Script.trace { t in
      t.send("ticks", 5, at: "A/A.swift:1") {
        t.deliver(2, from: 5, at: "A/A.swift:2")
        t.deliver(1, from: 0, at: "A/A.swift:2")
        t.deliver(3, from: 0, at: "A/A.swift:3")
        t.deliver(4, from: 5, at: "A/A.swift:4")
      }
    }
    #expect(phases(try events(trace)) == "BBBEBEEBEE")
  }

  @Test("a flow ties the ends of a hop; times keep nanoseconds; names are escaped")
  func flows() throws {
    let trace = Script.trace { t in
      let flow = t.hop(at: "A/A\"\n\\.swift:1")
      t.wait(11)
      t.on(2) { t.arrive(at: "A/A.swift:1", flow) }
    }
    let events = try events(trace)
    let (out, `in`) = (
      try #require(events.first { $0["ph"] as? String == "s" }), events.first { $0["ph"] as? String == "f" }
    )
    #expect(out["id"] as? String == `in`?["id"] as? String)
    #expect(`in`?["bp"] as? String == "e")
    #expect(`in`?["ts"] as? Double == 5.111)
    let site = (events.first { $0["ph"] as? String == "i" }?["args"] as? [String: Any])?["site"] as? String
    #expect(site == "A/A\"\n\\.swift:1")
  }

  @Test("open activities are closed, so that the file is complete")
  func unfinished() throws {
    let events = try events(Script.trace { $0.sendWithoutEnd("ticks", 1, at: "A/A.swift:1") })
    #expect(phases(events) == "BE")
    #expect((events.last?["args"] as? [String: Any])?["unfinished"] as? Bool == true)
  }

  @Test("random traces are valid JSON with as many ends as beginnings", arguments: 1...20 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    let phases = phases(try events(TraceGenerator.snapshot(seed: seed, steps: 500)))
    #expect(phases.count { $0 == "B" } == phases.count { $0 == "E" })
  }
}
