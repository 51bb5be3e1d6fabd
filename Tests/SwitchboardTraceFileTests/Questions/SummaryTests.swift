import SwitchboardTraceFile
import SwitchboardTracing
import Testing

@Suite("Summary")
struct SummaryTests {
  private func summary(_ trace: TraceSnapshot, chains: Int = 5) -> TraceSummary {
    var builder = TraceSummaryBuilder(trace.header)
    for record in trace.records { builder.add(record) }
    return builder.summary(trace.symbols, chains: chains)
  }

  private func site(_ name: String, _ summary: TraceSummary) throws -> TraceSummary.Site {
    try #require(summary.sites.first { $0.site == name })
  }

  @Test("counts and durations by line and by registry")
  func counts() throws {
    let summary = summary(Script.small())
    let form = try site("App/Form.swift:12", summary)
    #expect((form.subscribes, form.disposes, form.live, form.deliveries) == (1, 0, 1, 1))
    #expect(form.handling.map { [$0.count, $0.total, $0.p50, $0.p99, $0.max] } == [1, 300, 300, 300, 300])
    #expect(try site("App/View.swift:30", summary).live == 0)
    let clock = try site("App/Clock.swift:8", summary)
    #expect(clock.sends.values == 1)
    #expect(clock.sending?.max == 500)
    let registry = try #require(summary.registries.first { $0.registry == 5 })
    #expect((registry.subscribes, registry.live, registry.peak, registry.deliveries) == (2, 1, 2, 2))
    #expect(registry.label == "ticks")
    #expect(summary.duration == 800)
    #expect(summary.records == 9)
  }

  @Test("without a clock durations are unknown, and not 0")
  func noClock() throws {
    let summary = summary(Script.small(hasClock: false))
    #expect(summary.duration == nil)
    #expect(summary.sites.allSatisfy { $0.handling == nil && $0.sending == nil })
    #expect(summary.registries.allSatisfy { $0.handling == nil && $0.sending == nil })
  }

  @Test("a chain's inner places count for the registry, its end counts for its line")
  func chains() throws {
    let summary = summary(
      Script.trace { t in
        t.subscribe(1, "doubled", 0, at: "A/A.swift:1")
        t.subscribe(2, "ticks", 9, at: "A/A.swift:1", inner: true)
        t.send("ticks", 9, at: "A/A.swift:2") {
          t.deliver(2, from: 9, at: "A/A.swift:1")
          t.deliver(1, from: 0, at: "A/A.swift:1")
        }
        // An operator of the chain filters this value out.
        t.send("ticks", 9, at: "A/A.swift:2") { t.deliver(2, from: 9, at: "A/A.swift:1") }
      })
    let site = try site("A/A.swift:1", summary)
    #expect((site.subscribes, site.deliveries, site.handling?.count) == (1, 1, 1))
    #expect(summary.registries.first?.deliveries == 2)
  }

  @Test("a chain without a name is known by the signals that it subscribes to, which observers are only if need be")
  func chainNames() throws {
    let summary = summary(
      Script.trace { t in
        t.subscribe(1, "", 0, at: "A/A.swift:1")
        for (id, label) in ["ticks", "prices", "ticks", "news", "more"].enumerated() {
          t.subscribe(10 + UInt64(id), label, 9, at: "A/A.swift:1", inner: true)
        }
        t.subscribe(2, "", 0, at: "A/A.swift:2")
        t.subscribe(20, "ticks", 9, at: "A/A.swift:2", inner: true)
      })
    #expect(try site("A/A.swift:1", summary).label == "ticks, prices, news, …")
    #expect(try site("A/A.swift:2", summary).label == "ticks")
    #expect(try site("A/A.swift:2", summary).subscribes == 1)
  }

  @Test("chains of causes go through nesting, queues and hops")
  func causes() throws {
    let summary = summary(
      Script.trace { t in
        var (queued, hopped): (UInt64, UInt64) = (0, 0)
        t.send("a", 1, at: "A/A.swift:1") {
          t.deliver(1, from: 1, at: "A/A.swift:2")
          t.send("b", 2, at: "A/A.swift:3") { queued = t.queue("a", 1, at: "A/A.swift:4") }
        }
        t.send("a", 1, at: "A/A.swift:4", queued: queued) { hopped = t.hop(at: "A/A.swift:5") }
        t.on(2) { t.arrive(at: "A/A.swift:5", hopped) }
        t.send("c", 3, at: "A/A.swift:9")
      }, chains: 1)
    let chain = try #require(summary.chains.first)
    #expect(summary.chains.count == 1)
    #expect(chain.depth == 4)
    #expect(chain.links.map(\.site) == ["A/A.swift:1", "A/A.swift:3", "A/A.swift:4", "A/A.swift:5"])
    #expect(chain.links.map(\.kind) == ["send", "send", "send", "arrive"])
    #expect(chain.links.map(\.handler) == ["", "A/A.swift:2", "", ""])
  }

  @Test("a chain that never ends is counted, and shortened to its first 64 links")
  func endless() throws {
    let summary = summary(
      Script.trace { t in
        var flow = t.hop(at: "A/A.swift:1")
        for _ in 0..<1000 { t.arrive(at: "A/A.swift:1", flow) { flow = t.hop(at: "A/A.swift:1") } }
      })
    #expect(summary.chains.first?.depth == 1000)
    #expect(summary.chains.first?.links.count == 64)
  }

  @Test("lost records are counted by thread, and no duration spans a gap")
  func loss() throws {
    let summary = summary(
      Script.trace { t in
        t.on(2) {
          t.send("ticks", 5, at: "A/A.swift:1") {
            t.deliver(1, from: 5, at: "A/A.swift:2")
            t.lose(40)
          }
        }
      })
    #expect(summary.lost == 40)
    #expect(summary.threads.map(\.lost) == [40])
    #expect(try site("A/A.swift:2", summary).handling == nil)
    #expect(try site("A/A.swift:1", summary).sending?.count == 1)
  }

  @Test("after a gap, later records do not nest in activities that must have ended")
  func gap() throws {
    let summary = summary(
      Script.trace { t in
        t.sendWithoutEnd("ticks", 5, at: "A/A.swift:1")
        t.lose(1)
        t.on(1) { t.arrive(at: "A/A.swift:7", 5000) }
      })
    #expect(summary.chains.allSatisfy { $0.depth == 1 })
  }
}
