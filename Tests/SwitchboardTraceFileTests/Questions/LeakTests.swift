import SwitchboardTraceFile
import SwitchboardTracing
import Testing

@Suite("Leaks")
struct LeakTests {
  private func leaks(_ trace: TraceSnapshot) -> TraceLeaks {
    var finder = LeakFinder(trace.header)
    for record in trace.records { finder.add(record) }
    return finder.leaks(trace.symbols)
  }

  @Test("subscriptions that began and did not end, by line; places inside chains do not count")
  func lines() {
    let leaks = leaks(
      Script.trace { t in
        for id in 1...5 as ClosedRange<UInt64> { t.subscribe(id, "ticks", 1, at: "A/A.swift:1") }
        t.subscribe(6, "doubled", 0, at: "A/A.swift:2")
        t.subscribe(7, "ticks", 1, at: "A/A.swift:2", inner: true)
        t.subscribe(8, "", 0, at: "A/A.swift:3")
        t.subscribe(9, "ticks", 1, at: "A/A.swift:3", inner: true)
        t.dispose(1, "ticks", 1, at: "A/A.swift:1")
        t.dispose(2, "ticks", 1, at: "A/A.swift:1")
      })
    #expect(leaks.live == 5)
    #expect(leaks.lines.map(\.site) == ["A/A.swift:1", "A/A.swift:2", "A/A.swift:3"])
    #expect(leaks.lines.map(\.live) == [3, 1, 1])
    // The last line subscribed a chain without a name.
    #expect(leaks.lines.map(\.label) == ["ticks", "doubled", "ticks"])
    #expect((leaks.lines[0].first, leaks.lines[0].last) == (200, 400))
    #expect(leaks.disposedFromEarlier == 0)
  }

  @Test("ends of earlier subscriptions are no leak and hide no leak; lost records are reported")
  func earlier() {
    let leaks = leaks(
      Script.trace { t in
        t.dispose(1, "ticks", 1, at: "A/A.swift:1")
        t.subscribe(2, "ticks", 1, at: "A/A.swift:1")
        t.lose(3)
      })
    #expect((leaks.live, leaks.disposedFromEarlier, leaks.lost) == (1, 1, 3))
  }
}
