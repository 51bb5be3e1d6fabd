import SwitchboardTestSupport
import SwitchboardTraceFile
import SwitchboardTracing
import Testing

@Suite("Differences of traces")
struct DiffTests {
  private func diff(_ a: TraceSnapshot, _ b: TraceSnapshot, durations: Double? = nil) throws -> TraceDiff {
    try TraceDiff({ a.source }, { b.source }, durations: durations)
  }

  @Test("a trace is equal to itself", arguments: 1...10 as ClosedRange<UInt64>)
  func same(seed: UInt64) throws {
    let trace = TraceGenerator.snapshot(seed: seed, steps: 400)
    #expect(try diff(trace, trace).isEmpty)
  }

  @Test("the difference names the line of one more subscription")
  func oneMore() throws {
    let diff = try diff(Script.small(), Script.small(extra: true))
    #expect(
      diff.counts.map { "\($0.site) \($0.kind) \($0.event) \($0.isIndirect) \($0.label) \($0.first) \($0.second)" }
        == ["App/Leak.swift:77 subscribe value false ticks 0 1"])
    #expect(diff.order.first?.second.first == "subscribe ticks at App/Leak.swift:77")
  }

  @Test("a different order with equal counts is shown where it begins")
  func order() throws {
    let diff = try diff(Script.small(), Script.small(swapped: true))
    #expect(diff.counts.isEmpty)
    let divergence = try #require(diff.order.first)
    #expect(divergence.sequence == "thread 1")
    #expect(divergence.position == 3)
    #expect(divergence.common.last == "send ticks at App/Clock.swift:8")
    #expect(divergence.first.first == "  deliver at App/Form.swift:12")
    #expect(divergence.second.first == "  deliver at App/View.swift:30")
  }

  @Test("ids, times, speed, the number of threads, and the numbers of symbols make no difference")
  func normalised() throws {
    func trace(_ first: UInt32, _ second: UInt32, wait: UInt64, reversed: Bool) -> TraceSnapshot {
      Script.trace { t in
        if reversed { t.on(first) { t.close("unrelated", 99) } }
        var flows: [UInt64] = []
        t.on(first) { for line in 1...2 { flows.append(t.hop(at: "A/A.swift:\(line)")) } }
        t.wait(wait)
        t.on(second) {
          for index in reversed ? [1, 0] : [0, 1] {
            t.arrive(at: "A/A.swift:\(index + 1)", flows[index]) { t.send("x", 1, at: "A/A.swift:9") }
          }
        }
        if !reversed { t.on(first) { t.close("unrelated", 98) } }
      }
    }
    let diff = try diff(trace(1, 2, wait: 10, reversed: false), trace(1, 3, wait: 900, reversed: false))
    #expect(diff.isEmpty)
    // The order in which work arrives from another thread does not matter. The order of what thread 1 does matters.
    let other = try self.diff(trace(1, 2, wait: 10, reversed: false), trace(2, 1, wait: 10, reversed: true))
    #expect(other.counts.isEmpty)
    #expect(other.order.map(\.sequence) == ["thread 1"])
  }

  @Test("work from another thread with a different course is shown")
  func courses() throws {
    func trace(_ second: String) -> TraceSnapshot {
      Script.trace { t in
        for line in ["A/A.swift:5", second] {
          let flow = t.hop(at: "A/A.swift:1")
          t.on(2) { t.arrive(at: "A/A.swift:1", flow) { t.send("x", 1, at: line) } }
        }
      }
    }
    #expect(try diff(trace("A/A.swift:6"), trace("A/A.swift:6")).isEmpty)
    let divergence = try #require(try diff(trace("A/A.swift:6"), trace("A/A.swift:7")).order.first)
    #expect(divergence.sequence == "arrive at A/A.swift:1")
    #expect(divergence.first.first == "  send x at A/A.swift:6")
    #expect(divergence.second.first == "  send x at A/A.swift:7")
  }

  private static let length = rounds(100_000)

  @Test("the place of the difference is found in long traces", arguments: [0, 1, 15, 16, 17, 5000, length - 1])
  func long(place: Int) throws {
    func trace(_ other: Int?) -> TraceSnapshot {
      Script.trace { t in
        for index in 0..<Self.length { t.close(index == other ? "b" : "a", 1) }
      }
    }
    let divergence = try #require(try diff(trace(nil), trace(place)).order.first)
    #expect(divergence.position == place)
    #expect(divergence.first.first == "close a")
    #expect(divergence.second.first == "close b")
    #expect(divergence.common == Array(repeating: "close a", count: min(place, 3)))
  }

  @Test("durations are compared only on request")
  func durations() throws {
    func trace(_ wait: UInt64) -> TraceSnapshot {
      Script.trace { t in t.send("ticks", 1, at: "A/A.swift:1") { t.wait(wait) } }
    }
    #expect(try diff(trace(0), trace(500)).isEmpty)
    #expect(try diff(trace(0), trace(500), durations: 10).isEmpty)
    let diff = try diff(trace(0), trace(500), durations: 2)
    #expect(
      diff.durations.map { "\($0.site) \($0.kind) \($0.label) \($0.first) \($0.second)" }
        == ["A/A.swift:1 send ticks 100 600"])
    #expect(!diff.isEmpty)
  }

  @Test("lost records are reported, and are no difference")
  func loss() throws {
    let diff = try diff(Script.trace { $0.lose(3) }, Script.trace { _ in })
    #expect((diff.isEmpty, diff.lostInFirst, diff.lostInSecond) == (true, 3, 0))
  }
}
