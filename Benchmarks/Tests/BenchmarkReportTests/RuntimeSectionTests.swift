import BenchmarkResults
import Testing

@testable import BenchmarkReport

@Suite("The section on the runtime")
struct RuntimeSectionTests {
  /// Returns the text with ordinary spaces, so that tests are easy to read.
  private func text(_ canned: CannedRuntime) -> String {
    CannedReports.text(canned.results)
  }

  @Test func `it says how many times as fast, where not, and where there is no difference`() {
    let text = text(CannedRuntime())
    let sentence = "**`switchboard` is faster than `opencombine` in 4 of 6 comparisons**, from 10.5 × (10.5–10.5"
    #expect(text.contains(sentence))
    #expect(text.contains("It is slower in `create+subscribe+dispose`, n = 1 (0.87 × (0.87–0.87) as fast)."))
    #expect(text.contains("No difference in `replay.send`, n = 1."))
    #expect(text.contains("| `subject.send` | 256 | 2.00 | 64.0 | **32.0 × (3"))
  }

  @Test func `what is faster everywhere is said to be`() {
    let canned = CannedRuntime(times: ["operators.map+filter": (9, 144)])
    #expect(text(canned).contains("**`switchboard` is faster than `opencombine` in every workload**"))
  }

  @Test func `noise hides a difference that is not larger`() {
    let text = text(CannedRuntime(times: ["operators.map+filter": (9, 10)], jitter: 0.2))
    #expect(text.contains("**`switchboard` is not faster than `opencombine` in any workload.**"))
  }

  @Test func `without a control nothing is called faster`() {
    let text = text(CannedRuntime(hasControl: false))
    #expect(text.contains("calls nothing faster"))
    #expect(!text.contains("as fast as"))
  }

  @Test func `registry and floor are given as multiples`() {
    #expect(text(CannedRuntime()).contains("| `subject.send` | 1 | 1.03 × | 1.25 × |"))
  }

  @Test func `published workloads have the publication's scores, and do not count among the project's own`() {
    var canned = CannedRuntime()
    canned.times["published.connect"] = (200, 800)
    canned.sizes["published.connect"] = [1, 64]
    let text = text(canned)
    // The mean of 1,000,000 ÷ 200 and 1,000,000 ÷ 100; the peer takes four times as long.
    #expect(text.contains("| score | `connect` |"))
    #expect(text.contains("| `switchboard` | 7500 |"))
    #expect(text.contains("| `opencombine` | 1875 |"))
    #expect(text.contains("**`switchboard` is faster than `opencombine` in every workload**, from 3.99 ×"))
    #expect(text.contains("a second time shows no difference in 2 of 2 places"))
    #expect(text.contains("in 4 of 6 comparisons"))
    #expect(!text.contains("### `published.connect`"))
    #expect(!self.text(CannedRuntime()).contains("Published workloads"))
  }

  @Test func `a score needs the times of all sizes`() {
    var canned = CannedRuntime()
    canned.times["published.connect"] = (200, 800)
    canned.sizes["published.connect"] = [1, 64]
    var results = canned.results
    for index in results.measurements.indices where results.measurements[index].n == 64 {
      if results.measurements[index].candidate == "opencombine" { results.measurements[index].median = nil }
    }
    let text = ReportText.markdown(results, withCharts: false).replacing(Figure.space, with: " ")
    #expect(text.contains("| score | `connect` |"))
    #expect(!text.contains("| `opencombine` | 1250 |"))
  }

  @Test func `a library that the report does not know by name is compared`() {
    var canned = CannedRuntime()
    canned.libraries["replay.send"] = ["some-library": 300]
    let text = text(canned)
    #expect(text.contains("### Other libraries"))
    #expect(text.contains("| `replay.send` | `some-library` | 1 | 100 | 300 | 3.00 × (3.0"))
    #expect(!self.text(CannedRuntime()).contains("### Other libraries"))
  }

  @Test func `a subscription's memory and the owners that went are in the conclusion`() {
    let text = text(CannedRuntime())
    #expect(
      text.contains(
        "A subscription costs 2 mallocs and 112 bytes, the handler's context included; `opencombine`'s 12 and 452."))
    #expect(text.contains("After 1,000,000 owners with a subscription each were made and released"))
    #expect(text.contains("A value through map and filter costs 9.00 ns and 0 mallocs."))
  }

  @Test func `what was not measured reads n/a`() {
    let text = text(CannedRuntime(hasMemory: false))
    #expect(text.contains("9.00 ns and n/a mallocs"))
    #expect(text.contains("n/a: memory was not measured in this run (allocator system, self-check unavailable)"))
    #expect(!text.contains("were made and released"))
  }

  @Test func `the charts are one of all workloads and one for each that has several sizes`() {
    let charts = CannedReports.blocks(CannedRuntime().results).compactMap { block -> String? in
      if case .chart(let chart) = block { chart.name } else { nil }
    }
    #expect(charts == ["runtime-comparison", "runtime-subject.send"])
  }

  @Test func `two suites stand in one report, and every entry of its contents leads to a heading`() {
    let results = CannedRuntime().results.joining(CannedResults().results, replacing: [])
    let text = CannedReports.text(results)
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("##") }
      .map { Markdown.anchor($0.drop { "# ".contains($0) }.description) }
    let links = text.matches(of: /\]\(#([^)]*)\)/).map { String($0.output.1) }
    #expect(Set(links).count == links.count)
    #expect(links.allSatisfy(headings.contains))
    #expect(links.contains("subscriber-storage") && links.contains("runtime"))
  }
}
