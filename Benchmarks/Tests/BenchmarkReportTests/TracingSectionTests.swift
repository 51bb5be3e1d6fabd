import BenchmarkResults
import Testing

@testable import BenchmarkReport

@Suite("The section on tracing")
struct TracingSectionTests {
  /// Returns the text with ordinary spaces, so that tests are easy to read.
  private func text(_ results: Results) -> String {
    CannedReports.text(results)
  }

  private func limits(_ canned: CannedTracing) -> [String: Limit] {
    Dictionary(uniqueKeysWithValues: TracingSection(canned.both).limits.map { ($0.title, $0) })
  }

  private let recorded = "A recorded event ÷ clock and 32-byte store, 2 threads"
  private let stopped = "A send to 1 without a session, more than without the trait"
  private let three = "A recorded send to 1 (three events) ÷ clock and 32-byte store"

  @Test func `what is within all limits is said to be, each with its figure`() {
    let text = text(CannedTracing().both)
    #expect(text.contains("**Within all 12 limits that this run measured.**"))
    #expect(text.contains("| A recorded event ÷ clock and 32-byte store, 1 thread | ≤ 1.35 × | 1.02 × | met |"))
    #expect(text.contains("| \(stopped) | ≤ 1 ns | 0.25 ns | met |"))
    #expect(text.contains("| \(three) | ≤ 4 × | 2.55 × | met |"))
    #expect(
      text.contains(
        """
        | A subscription without a session, more than without the trait | ≤ 60 instructions | 35.0 instructions | \
        met |
        """
      ))
    #expect(text.contains("| Records written per second | ≥ 2 million | 20.0 million | met |"))
    #expect(text.contains("| A summary of 10,000,000 records | ≤ 30 s | 2.05 s | met |"))
    #expect(text.contains("| Peak memory of the summary | ≤ 500 MB | 21.0 MB | met |"))
  }

  @Test func `every limit can be missed, and is named then`() {
    let all = limits(
      CannedTracing(
        event: ["recording": [13.5, 13.5], "sequence-only": [4.1, 4.1], "floor-on": [9.8, 9.8]],
        send: ["stopped": [5.5, 41], "recording": [45, 176], "off": [4.25, 39.5]],
        instructions: ["off": 515, "stopped": 575.5],
        files: ["file.write": 501, "file.bytes": 32.1, "summary": 3001], summaryPeak: 501e6))
    #expect(all.count == 12)
    for (title, limit) in all { #expect(limit.outcome == .missed, "\(title): \(String(describing: limit.measured))") }
    let text = text(CannedTracing(files: ["file.bytes": 33]).both)
    #expect(text.contains("**Within 8 of 9 limits that this run measured.** **Missed:** “A record in a file”."))
    #expect(text.contains("| A record in a file | ≤ 32 bytes | 33.0 bytes | **missed** |"))
  }

  @Test func `a difference of two processes whose floors differ by more cannot be told`() throws {
    var canned = CannedTracing()
    canned.send["stopped"] = [5.5, 40]
    canned.send["floor-on"] = [2.5, 20]
    let limit = try #require(limits(canned)[stopped])
    #expect(limit.outcome == .undecided)
    #expect(text(canned.both).contains("| 1.25 ns ± 1.06 | undecided |"))
    #expect(text(canned.both).contains("The number after ± is the difference of the same C"))
    canned.send["stopped"] = [6.5, 40]
    #expect(limits(canned)[stopped]?.outcome == .missed)
    // A negative difference within the uncertainty proves nothing.
    canned.send["stopped"] = [2.25, 40]
    #expect(limits(canned)[stopped]?.outcome == .undecided)
  }

  @Test func `with one build only, what takes both is not measured`() {
    let text = text(CannedTracing().on)
    #expect(text.contains("| \(stopped) | ≤ 1 ns | n/a | n/a |"))
    #expect(text.contains("**Within all 9 limits that this run measured.**"))
    #expect(TracingSection(CannedTracing().off).limits.allSatisfy { $0.outcome == .notMeasured })
  }

  @Test func `threads that took turns are no proof of how they get along`() {
    #expect(
      text(CannedTracing().both).contains(
        "The two threads used 1.90 cores; an event took 1.02 × its time on one thread."))
    #expect(text(CannedTracing(cores: 0.9).both).contains("**The threads got fewer than two cores"))
  }

  @Test func `instructions of a subscription are given for all three`() {
    #expect(
      text(CannedTracing().both).contains(
        "Instructions of a subscription: 515 `off`, 550 `stopped` and 610 `recording`."))
  }

  @Test func `a subscription that costs too much fails the check, whatever the baseline says`() {
    var over = CannedTracing()
    over.instructions["stopped"] = 575.5
    let check = BaselineCheck(over.both, against: Baseline(over.both))
    #expect(!check.passed)
    #expect(check.changes.isEmpty)
    #expect(
      check.text.contains("Over its limit: A subscription without a session, more than without the trait: 60.5"))
    #expect(check.text.contains("1 over a limit"))
    let within = CannedTracing().both
    #expect(BaselineCheck(within, against: Baseline(within)).passed)
  }
}
