import BenchmarkResults
import Testing

@testable import BenchmarkReport

@Suite("The section on the inspector")
struct InspectorSectionTests {
  private func text(_ canned: CannedInspector) -> String { CannedReports.text(canned.results) }

  @Test func `what is within all limits is said to be, each with its figure`() {
    let text = text(CannedInspector())
    #expect(text.contains("**Within all 11 limits that this run measured.**"))
    for row in [
      "| Throughput lost while a page is open, busy subjects, few of many | ≤ 5 % | 0.30 % | met |",
      "| Throughput lost while a page is open, all subjects in turn | ≤ 5 % | 0.00 % | met |",
      "| Processor time of the inspector's thread while a page is open | ≤ 15 % of a core | 2.40 % of a core | met |",
      "| The longest wait for what the page shows | ≤ 1000 ms | 21.0 ms | met |",
      "| Memory of an inspector of 10,000 registries | ≤ 50 MB | 27.0 MB | met |",
      """
      | Counting a call of a handler, a subject with 1, more than with the trait Tracing | ≤ 2 ns | 1.20 ns ± 0.10 | \
      met |
      """,
      "| What a registry asks for, more than with the trait Tracing | ≤ 104 bytes | 104 bytes | met |",
      "| What a subscription asks for, more than with the trait Tracing | ≤ 64 bytes | 64.0 bytes | met |",
    ] { #expect(text.contains(row)) }
    #expect(!text.contains("n/a: not measured"))
  }

  @Test func `every limit can be missed, and is named then`() {
    let canned = CannedInspector(
      send: ["tracing": [6, 2], "inspector": [9, 5], "inspector-again": [9, 5]],
      bytes: ["tracing": [320, 104], "inspector": [432, 176]],
      watched: [
        "watching.hot.loss/watched": 5.1, "watching.all.loss/watched": 6, "thread.all/watched": 151,
        "answer.all/watched": 1000, "memory.resident/watched": 51,
      ])
    let limits = InspectorSection(canned.results).limits
    #expect(limits.count == 11)
    for limit in limits { #expect(limit.outcome == .missed, "\(limit.title): \(String(describing: limit.measured))") }
  }

  @Test func `the processor time of a send is given for both halves of a round`() {
    let text = text(CannedInspector())
    #expect(text.contains("while a page is open: `watching.hot` 40.0 ns and 41.0 ns, 1.02 ×."))
    #expect(text.contains("before a burst, and during the burst: 40.0 ns and 130 ns."))
    #expect(text.contains("The threads during a burst."))
  }

  @Test func `without the other builds, and without a watched program, the figures are not measured`() {
    let text = text(CannedInspector(send: ["inspector": [7.8, 2.9]], bytes: ["inspector": [424, 168]], watched: [:]))
    #expect(text.contains("**This run measured no limit.**"))
    #expect(text.contains("| Throughput lost while a page is open, all subjects in turn | ≤ 5 % | n/a | n/a |"))
    #expect(text.contains("n/a: not measured. A quick run watches only"))
  }

  @Test func `bytes over the limit fail the check, whatever the baseline says`() {
    let results = CannedInspector(bytes: ["tracing": [320, 104], "inspector": [440, 168]]).results
    let check = BaselineCheck(results, against: Baseline(results))
    #expect(!check.passed)
    #expect(
      check.text.contains("Over its limit: What a registry asks for, more than with the trait Tracing: 120 bytes"))
    let within = CannedInspector().results
    #expect(BaselineCheck(within, against: Baseline(within)).passed)
  }
}
