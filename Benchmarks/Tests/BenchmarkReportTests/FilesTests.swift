import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkReport

@Suite("Files")
struct FilesTests {
  /// Runs `work` with a temporary directory, and removes the directory afterwards.
  private func withDirectory(_ work: (URL) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try work(directory)
  }

  private func writer(_ directory: URL, warn: @escaping (String) -> Void = { _ in }) -> ReportWriter {
    ReportWriter(directory: directory, findRenderer: { nil }, warn: warn)
  }

  private let canned = CannedResults(sizes: [64, 1024]).results

  @Test func `results survive the way through the file`() throws {
    try withDirectory { directory in
      let files = try writer(directory).write(canned)
      #expect(try ResultsFile.read(files[0]) == answered(canned))
    }
  }

  /// Returns the results with the answer that a report adds.
  private func answered(_ results: Results) -> Results {
    var results = results
    results.answer = Answer(results).lines
    return results
  }

  @Test func `what was not measured is an explicit null`() throws {
    let results = CannedResults(sizes: [1], hasMemory: false, hasInstructions: false).results
    let text = String(decoding: try ResultsFile.data(results), as: UTF8.self)
    for name in ["mallocsPerOp", "bytesPerSubscriber", "peakBytes", "instructionsPerOp", "retainsPerOp", "version"] {
      #expect(text.contains("\"\(name)\" : null"))
    }
  }

  @Test func `without Python there are JSON and Markdown, and the command that gets the rest`() throws {
    try withDirectory { directory in
      var notes: [String] = []
      let files = try writer(directory) { notes.append($0) }.write(canned)
      #expect(files.map(\.lastPathComponent) == ["results.json", "report.md", "overview.svg"])
      #expect(notes.count == 1)
      #expect(notes.first?.contains("make bench-setup") == true)
      #expect(try !String(contentsOf: files[1], encoding: .utf8).contains("](charts/"))
    }
  }

  @Test func `drawings of an earlier run do not stay beside new figures`() throws {
    try withDirectory { directory in
      let old = directory.appending(path: "charts/storage-old.svg")
      try FileManager.default.createDirectory(
        at: directory.appending(path: "charts"), withIntermediateDirectories: true)
      try Data().write(to: old)
      for name in ["report.html", "costs.svg"] { try Data().write(to: directory.appending(path: name)) }
      _ = try writer(directory).write(canned)
      for file in [old] + ["report.html", "costs.svg"].map({ directory.appending(path: $0) }) {
        #expect(!FileManager.default.fileExists(atPath: file.path))
      }
    }
  }

  @Test(.enabled(if: ChartRenderer.find(near: FileManager.default.temporaryDirectory) != nil, "needs the chart wheels"))
  func `with Python there is one page that needs nothing else`() throws {
    try withDirectory { directory in
      let files = try ReportWriter(directory: directory).write(canned)
      #expect(files.filter { $0.pathExtension == "svg" }.count == 11)
      for file in files { #expect(FileManager.default.fileExists(atPath: file.path)) }
      let page = try String(contentsOf: directory.appending(path: "report.html"), encoding: .utf8)
      #expect(page.contains("data-chart=\"chart-storage-overview\""))
      #expect(page.firstMatch(of: /(src|href)="(https?:|\/|charts)/) == nil)
      #expect(!page.contains(directory.path))
      // If the library's regular expressions are damaged, nothing is interactive.
      #expect(page.contains("replace(/</g"))
    }
  }

  @Test func `a directory that cannot be made ends with 73`() throws {
    try withDirectory { directory in
      let file = directory.appending(path: "file")
      try Data().write(to: file)
      let error = #expect(throws: ReportError.self) { try writer(file).write(canned) }
      #expect(error?.exitStatus == 73)
    }
  }

  @Test(arguments: ["", "no JSON", "[1]", "{}", #"{"schema": "another/1"}"#, #"{"schema": "switchboard.bench/1"}"#])
  func `a file that holds something else ends with 65`(_ content: String) throws {
    try withDirectory { directory in
      let file = directory.appending(path: "results.json")
      try Data(content.utf8).write(to: file)
      let error = #expect(throws: ReportError.self) { try ResultsFile.read(file) }
      #expect(error?.exitStatus == 65)
    }
  }

  @Test func `a file that is not there ends with 66`() throws {
    let error = #expect(throws: ReportError.self) { try Baseline.read(URL(fileURLWithPath: "/nowhere/baseline.json")) }
    #expect(error?.exitStatus == 66)
  }

  @Test func `accepting copies the report and writes the baseline`() throws {
    try withDirectory { directory in
      let latest = directory.appending(path: "latest")
      // Together, the three results have every exact figure.
      let canned = CannedClients().results.joining(CannedLeaks().results.joining(canned, replacing: []), replacing: [])
      _ = try writer(latest).write(canned)
      let accept = Acceptance(results: latest.appending(path: "results.json"), reports: directory)
      #expect(try accept.run().unmeasured == [])
      // Accepts again, over the existing reference.
      _ = try accept.run()
      let reference = try ResultsFile.read(directory.appending(path: "reference/results.json"))
      #expect(reference == answered(canned))
      #expect(FileManager.default.fileExists(atPath: directory.appending(path: "reference/overview.svg").path))
      let baseline = try Baseline.read(directory.appending(path: "baseline.json"))
      #expect(baseline == Baseline(canned))
      #expect(BaselineCheck(canned, against: baseline).passed)
    }
  }

  @Test(arguments: [
    CannedResults(sizes: [1], partial: true), CannedResults(sizes: [1], hasMemory: false, hasInstructions: false),
  ])
  func `partial results and results without exact figures are not accepted`(_ canned: CannedResults) throws {
    try withDirectory { directory in
      _ = try writer(directory).write(canned.results)
      #expect(throws: ReportError.self) {
        try Acceptance(results: directory.appending(path: "results.json"), reports: directory).run()
      }
      #expect(!FileManager.default.fileExists(atPath: directory.appending(path: "baseline.json").path))
    }
  }
}
