import BenchmarkResults
import Testing

@testable import BenchmarkReport

@Suite("The text of the report")
struct ReportTextTests {
  /// Returns the text with ordinary spaces, so that tests are easy to read.
  private func text(_ canned: CannedResults) -> String { text(canned.results) }

  private func text(_ results: Results) -> String {
    CannedReports.text(results)
  }

  @Test func `the worst case of each storage is named, with its cause`() {
    let text = text(CannedResults())
    #expect(text.contains("The worst case of each storage, measured for n = 1 … 65,536:"))
    #expect(text.contains("| `array` | `unsubscribe.fifo`, n = 65,536 | a removal searches for the subscriber"))
  }

  @Test func `a workload is described in the words of the program`() {
    #expect(text(CannedResults()).contains("### `churn`\n\nDoes churn.\n"))
  }

  @Test func `it says where the array wins`() {
    let text = text(CannedResults())
    #expect(text.contains("- `array`: the only fastest storage in `send.churned` (n = 1024 … 65,536)"))
    #expect(text.contains("`subscribe` (every n)"))
  }

  @Test func `winners are given by n, with ratios and intervals`() {
    let text = text(CannedResults())
    #expect(text.contains("| 65,536 | `array` | **1.00 ×** | 8.1"))
    #expect(text.contains("`send.churned`: no difference for n = 1 … 256; `array` is faster than `linked-list`"))
  }

  @Test func `the crossover is named`() {
    #expect(text(CannedResults()).contains("`linked-list` overtakes `array` at n ≈ 18"))
  }

  @Test func `what is not shown to be different is no difference`() {
    #expect(text(CannedResults()).contains("No difference between `array`, `linked-list` and `dense` at any n"))
    // With noise that hides everything, no storage wins.
    let loud = text(CannedResults(sizes: [1, 4], jitter: 2))
    #expect(!loud.contains("is faster than `"))
    #expect(!loud.contains("the only fastest storage in"))
  }

  @Test func `without a control nothing is called different`() {
    var canned = CannedResults()
    canned.candidates.removeAll { $0 == "dense-again" }
    let text = text(canned)
    #expect(text.contains("This run has no A/A control"))
    #expect(!text.contains("Choose"))
    #expect(!text.contains("is faster than"))
    #expect(!text.contains("overtakes"))
  }

  @Test func `a filtered run has no worst cases, and makes no choice`() {
    let fewWorkloads = text(CannedResults(workloads: ["send.fresh", "churn"]))
    #expect(fewWorkloads.contains("so it has no worst cases"))
    #expect(!fewWorkloads.contains("Choose"))
    let fewCandidates = text(CannedResults(candidates: ["dense", "dense-again", "array"]))
    #expect(!fewCandidates.contains("Choose"))
    #expect(!fewCandidates.contains("`linked-list`:"))
  }

  @Test(arguments: [
    CannedResults(sizes: []), CannedResults(sizes: [1]), CannedResults(candidates: ["dense"]),
    CannedResults(candidates: ["floor-c"]), CannedResults(candidates: ["linked-list", "dictionary"]),
    CannedResults(workloads: ["something.else"]), CannedResults(hasMemory: false, hasInstructions: false),
  ])
  func `an incomplete run still gives a report`(_ canned: CannedResults) {
    #expect(text(canned).contains("## Environment"))
  }

  @Test func `an interrupted run says so at the top`() throws {
    let banner = "> **Interrupted: partial results.**"
    let text = text(CannedResults(partial: true))
    let place = try #require(text.range(of: banner)?.lowerBound)
    #expect(place < text.range(of: "## Which storage?")!.lowerBound)
    #expect(!self.text(CannedResults()).contains(banner))
  }

  @Test func `figures that were not measured read n/a`() {
    let text = text(CannedResults(hasMemory: false, hasInstructions: false))
    #expect(text.contains("n/a: memory was not measured in this run (allocator system, self-check unavailable)"))
    #expect(text.contains("n/a: this run did not count them. Install valgrind"))
    var results = CannedResults().results
    let row = results.measurements.firstIndex { $0.candidate == "array" && $0.workload == "churn" && $0.n == 64 }!
    results.measurements[row].median = nil
    #expect(self.text(results).contains(" | n/a | "))
  }

  @Test func `reference counting is priced against the form without it`() {
    let text = text(CannedResults())
    #expect(text.contains("| `linked-list-naive` ÷ `linked-list` |"))
    #expect(text.contains("9.84 | 3 |"))
  }

  @Test func `multiples of the floor are given`() {
    #expect(text(CannedResults()).contains("### Distance from the floor"))
    #expect(!text(CannedResults(candidates: ["array", "dense"])).contains("### Distance from the floor"))
  }

  @Test func `a suite without a section of its own gets its figures in tables`() {
    var results = CannedResults(workloads: ["send.fresh"], candidates: ["array"]).results
    for index in results.measurements.indices { results.measurements[index].suite = "peers" }
    let text = text(results)
    #expect(text.contains("## Peers"))
    #expect(!text.contains("Which storage?"))
    #expect(text.contains("| `array` | 5.90 (5.72–6.37) |"))
  }

  @Test func `the self-check is no workload`() {
    #expect(!text(CannedResults()).contains("`self-check`"))
  }

  @Test func `every entry of the contents leads to a heading`() {
    let text = text(CannedResults())
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("##") }
      .map { Markdown.anchor($0.drop { "# ".contains($0) }.description) }
    let links = text.matches(of: /\]\(#([^)]*)\)/).map { String($0.output.1) }
    #expect(links.count > 10)
    for link in links { #expect(headings.contains(link)) }
  }

  @Test func `charts are left out where nothing draws them`() {
    #expect(
      !ReportText.markdown(CannedReports.blocks(CannedResults().results), withCharts: false).contains("](charts/"))
    #expect(text(CannedResults()).contains("](charts/storage-overview.svg)"))
  }
}
