import BenchmarkResults
import Testing

@testable import BenchmarkReport

@Suite("The section on leaks")
struct LeaksSectionTests {
  private func text(_ results: Results) -> String {
    CannedReports.text(results)
  }

  private func broken(_ key: String, _ bytes: Double) -> [String] {
    var canned = CannedLeaks()
    canned.bytes[key] = bytes
    return LeakVerdicts(canned.results.measurements).broken
  }

  @Test func `where everything holds, the report says how many did`() {
    let text = text(CannedLeaks().results)
    #expect(text.contains("**No. With a leak, memory grows:** all 10 checks hold."))
    #expect(text.contains("| scenarios without a leak | 0 | 2 of 2 | 0 bytes per cycle | 0 bytes per cycle |"))
    #expect(text.contains("| scenarios with a leak | > 0 | 2 of 2 | 268 bytes per cycle | 1600 bytes per cycle |"))
    #expect(text.contains("| kept capacity | > with freed capacity | 1 of 1 | 2560 bytes | 2560 bytes |"))
    #expect(text.contains("| `clean/merge` | 0 | 0 |"))
    #expect(text.contains("![Live bytes over cycles](charts/leaks-live.svg)"))
  }

  @Test(
    "each rule can be broken, and the sentence names the scenario",
    arguments: [
      ("live.cycles/dense", 1.0, "expected: 0"), ("live.cycles/dense", -1, "expected: 0"),
      ("live.clean/clean/merge", 0.25, "expected: 0"), ("live.leaking/leaking/merge", 0, "expected: more than 0"),
      ("live.capacity/leaking/kept-capacity", 0, "expected: more than the 0 of clean/kept-capacity"),
      ("live.threads/clean/tasks", 65, "expected: at most 64"),
      ("live.threads/clean/tasks", -65, "expected: at most 64"),
      ("live.threads/leaking/tasks", 64, "expected: more than 64"),
    ])
  func rules(key: String, bytes: Double, rule: String) {
    let broken = broken(key, bytes)
    #expect(broken.count == 1)
    #expect(broken.first?.hasPrefix(key) == true)
    #expect(broken.first?.contains(rule) == true)
  }

  @Test func `what may be is not held against anybody`() {
    #expect(broken("live.threads/clean/tasks", 64).isEmpty)
    #expect(broken("live.threads/clean/tasks", -64).isEmpty)
    #expect(broken("live.leaking/leaking/merge", 0.5).isEmpty)
  }

  @Test func `growth that shows at one number of cycles only counts`() throws {
    var results = CannedLeaks().results
    let first = try #require(
      results.measurements.firstIndex { $0.workload == "live.clean" && $0.candidate == "clean/merge" && $0.n == 32 })
    results.measurements[first].median = 8
    #expect(
      LeakVerdicts(results.measurements).broken == [
        "live.clean/clean/merge/32: 8.00 bytes per cycle more are live; expected: 0"
      ])
    #expect(text(results).contains("**1 of 10 checks fail:** `live.clean/clean/merge`."))
    #expect(text(results).contains("| scenarios without a leak | 0 | **1 of 2** | 0 bytes per cycle | 8 bytes per"))
  }

  @Test func `without jemalloc nothing is said to hold`() {
    let empty = Measurement(suite: "leaks", workload: "live.clean", candidate: "clean/merge", n: 64)
    let text = text(Results(environment: CannedResults().results.environment, measurements: [empty]))
    #expect(text.contains("**Not measured.**"))
    #expect(text.contains("| scenarios without a leak | 0 | n/a | n/a | n/a |"))
    #expect(!text.contains("leaks-live.svg"))
  }

  @Test func `the baseline has what repeats exactly, and the check fails on one percent more`() {
    let accepted = CannedLeaks().results
    let baseline = Baseline(accepted)
    #expect(Set(baseline.figures.map(\.workload)) == ["live.cycles", "live.clean", "live.leaking", "live.capacity"])
    #expect(BaselineCheck(accepted, against: baseline).passed)
    var run = CannedLeaks()
    run.bytes["live.leaking/leaking/merge"] = 1610
    #expect(BaselineCheck(run.results, against: baseline).passed)
    run.bytes["live.leaking/leaking/merge"] = 1650
    let worse = BaselineCheck(run.results, against: baseline)
    #expect(!worse.passed)
    #expect(worse.changes.map(\.figure) == [.bytesPerCycle, .bytesPerCycle])
    run = CannedLeaks()
    run.bytes["live.clean/clean/merge"] = nil
    #expect(BaselineCheck(run.results, against: baseline).changes.map(\.kind) == [.missing, .missing])
  }

  @Test func `a rule that is broken fails the check, whatever the baseline says`() {
    var run = CannedLeaks()
    run.bytes["live.clean/clean/merge"] = 16
    let check = BaselineCheck(run.results, against: Baseline(run.results))
    #expect(!check.passed)
    #expect(check.changes.isEmpty)
    #expect(check.text.contains("Over its limit: live.clean/clean/merge"))
  }

  @Test func `the chart has the storages, the clean ones and the slowest leak`() throws {
    let measurements = SuiteMeasurements(suite: "leaks", CannedLeaks().results)
    let spec = try #require(LeaksChart.chart(measurements)?.spec)
    guard case .array(let rows)? = spec["data"]?["values"] else { return #expect(Bool(false)) }
    let lines = ["array", "linked-list", "dense", "all clean scenarios", "slowest leak"]
    for line in lines { #expect(rows.contains { $0["candidate"] == .string(line) }, "\(line)") }
    #expect(rows.allSatisfy { row in lines.contains { row["candidate"] == .string($0) } })
    // The slower of the two leaks, in bytes.
    #expect(rows.contains { $0["candidate"] == "slowest leak" && $0["n"] == 64 && $0["bytes"] == .number(268 * 64) })
  }
}
