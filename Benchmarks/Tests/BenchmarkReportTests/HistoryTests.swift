import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkReport

@Suite("The history of headline figures")
struct HistoryTests {
  private let file = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString).jsonl")

  private func results(_ date: String, partial: Bool = false) -> Results {
    var results = CannedResults(partial: partial).results
    results.environment.date = date
    return results
  }

  @Test func `each run adds a line, and a report of the same run replaces it`() throws {
    defer { try? FileManager.default.removeItem(at: file) }
    for date in ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-02T00:00:00Z"] {
      var history = try History.read(file)
      try history.record(results(date))
      try history.write(to: file)
    }
    let history = try History.read(file)
    #expect(history.runs.map(\.date) == ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"])
    #expect(history.runs[0].figures == Answer(results("2026-01-01T00:00:00Z")).lines.flatMap(\.figures))
    #expect(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").count == 2)
  }

  @Test func `an interrupted run and a run without headline figures leave no line`() throws {
    var history = History()
    #expect(throws: ReportError.self) { try history.record(results("x", partial: true)) }
    #expect(throws: ReportError.self) { try history.record(CannedLeaks().results) }
    #expect(history.runs.isEmpty)
  }

  @Test func `a damaged line is named`() throws {
    defer { try? FileManager.default.removeItem(at: file) }
    var history = History()
    try history.record(results("2026-01-01T00:00:00Z"))
    try history.write(to: file)
    try Data((String(contentsOf: file, encoding: .utf8) + "{\"schema\":\"other\"}\n").utf8).write(to: file)
    let error = try #require(throws: ReportError.self) { try History.read(file) }
    #expect("\(error)".contains("line 2"))
  }

  @Test func `two runs make a chart, one makes none`() throws {
    var history = History()
    try history.record(results("2026-01-01T00:00:00Z"))
    #expect(history.blocks.isEmpty)
    try history.record(results("2026-01-02T00:00:00Z"))
    let text = ReportText.markdown(results("2026-01-02T00:00:00Z"), history, withCharts: true)
    #expect(text.contains("## Earlier runs"))
    #expect(text.contains("charts/history.svg"))
  }
}
