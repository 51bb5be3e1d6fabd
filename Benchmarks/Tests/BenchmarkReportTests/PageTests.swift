import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkReport

/// The page with all suites.
@Suite(
  "The page", .enabled(if: ChartRenderer.find(near: FileManager.default.temporaryDirectory) != nil, "needs the wheels"))
struct PageTests {
  /// Writes a page into a temporary directory, and removes the directory after `work`.
  private func withPage(_ results: Results, _ work: (URL) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    _ = try ReportWriter(directory: directory).write(results)
    try work(directory)
  }

  private var results: Results {
    var results = CannedResults(sizes: [1, 256, 65536], processes: 4, heaps: ["clean", "aged"]).results
    for more in [
      CannedRuntime().results, CannedTracing().both, CannedInspector().results, CannedLink().results,
      CannedLeaks().results,
    ] {
      results = more.joining(results, replacing: [])
    }
    results.memoryLives = CannedLives().lives
    return results
  }

  @Test func `the answer is open and everything else is folded, with headings that say what is inside`() throws {
    try withPage(results) { directory in
      let page = try String(contentsOf: directory.appending(path: "report.html"), encoding: .utf8)
      let answer = try #require(page.range(of: "<section class=\"answer\" id=\"the-answer\""))
      let first = try #require(page.range(of: "<details class=\"part\">"))
      #expect(answer.lowerBound < first.lowerBound)
      #expect(!page.contains("<details open"))
      // Without scripts, the drawings remain.
      #expect(page.contains("<div class=\"plot\"><svg role=\"img\""))
      #expect(page.contains("<div class=\"picture\" role=\"img\" aria-label=\"Time per operation"))
      #expect(page.contains("<details class=\"part\"><summary><h2>Subscriber storage</h2>"))
      let anchors = page.matches(of: /<a href="#([^"]+)"/).map { String($0.1) }
      #expect(anchors.count > 20)
      for anchor in anchors { #expect(page.components(separatedBy: " id=\"\(anchor)\"").count == 2, "\(anchor)") }
    }
  }
}
