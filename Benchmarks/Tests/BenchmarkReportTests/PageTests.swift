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

  @Test func `the page has each cell of each table of the text, in the same order`() throws {
    try withPage(results) { directory in
      let text = try String(contentsOf: directory.appending(path: "report.md"), encoding: .utf8)
      let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.contains("| ---") }
      let cells = rows.flatMap { $0.dropFirst(2).dropLast(2).components(separatedBy: " | ") }.map(plain)
      let page = try String(contentsOf: directory.appending(path: "report.html"), encoding: .utf8)
      // The scripts have tables of their own.
      let body = page[..<(page.range(of: "<script type=\"module\">")?.lowerBound ?? page.endIndex)]
      let found = body.matches(of: /<t[dh](?: [^>]*)?>(.*?)<\/t[dh]>/).map { plain(String($0.1)) }
      #expect(cells.count > 1500)
      #expect(found.count == cells.count)
      for (cell, expected) in zip(found, cells) { try #require(cell == expected) }
    }
  }

  /// Returns the text of a cell without marks.
  private func plain(_ cell: String) -> String {
    cell.replacing(/<[^>]*>/, with: "").replacing("`", with: "").replacing("**", with: "")
      .replacing("&amp;", with: "&").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .trimmingCharacters(in: .whitespaces)
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
