import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkReport

/// The page with all suites, which `Scripts/check-page.py` compares with its results.
@Suite(
  "The page", .enabled(if: ChartRenderer.find(near: FileManager.default.temporaryDirectory) != nil, "needs the wheels"))
struct PageTests {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scripts/check-page.py")

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

  private func check(_ directory: URL, _ options: String...) throws -> (status: Int32, text: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = try #require(ChartRenderer.find(near: directory)).python
    process.arguments = ["-B", Self.script.path, directory.path] + options
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test func `every figure is that of the results, and the check finds each changed figure`() throws {
    try withPage(results) { directory in
      let outcome = try check(directory, "--self-test")
      #expect(outcome.status == 0, "\(outcome.text)")
      #expect(outcome.text.contains("no differences"))
    }
  }

  @Test(arguments: [
    CannedResults(sizes: [1]), CannedResults(candidates: ["dense"]), CannedResults(sizes: [1, 64], processes: 1),
    CannedResults(sizes: [16, 64, 256, 1024], workloads: ["churn", "send.churned"], processes: 4),
    CannedResults(sizes: [1, 64], jitter: 0.8, partial: true, hasMemory: false, hasInstructions: false),
  ])
  func `a page of an incomplete run has the figures of the results, too`(_ canned: CannedResults) throws {
    try withPage(canned.results) { directory in
      let outcome = try check(directory)
      #expect(outcome.status == 0, "\(outcome.text)")
    }
  }

  @Test func `a page of other results and results of another form are found`() throws {
    try withPage(results) { directory in
      let json = directory.appending(path: "results.json")
      let text = try String(contentsOf: json, encoding: .utf8)
      try text.replacing(/"median" : 5\.[0-9]+/, with: "\"median\" : 1234", maxReplacements: 1)
        .write(to: json, atomically: true, encoding: .utf8)
      #expect(try check(directory).status == 2)
      try text.replacing("\"partial\"", with: "\"whole\"").write(to: json, atomically: true, encoding: .utf8)
      let outcome = try check(directory)
      #expect(outcome.status == 2)
      #expect(outcome.text.contains("partial"))
    }
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
