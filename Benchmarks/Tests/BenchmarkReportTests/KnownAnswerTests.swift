import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkReport

/// Reports of small results files, with known answers: see `KnownAnswers/README.md`.
@Suite("Known answers")
struct KnownAnswerTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
    path: "KnownAnswers")

  private static let cases: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { !$0.contains(".") }.sorted()
  }()

  /// Everything that a reader of the report sees, by file.
  private func files(_ results: Results) throws -> [(name: String, text: String)] {
    let blocks = ReportText.blocks(results)
    let charts = blocks.compactMap { block -> [String: JSONValue]? in
      if case .chart(let chart) = block { ["chart": .string(chart.name), "spec": chart.spec] } else { nil }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = try charts.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    return [
      ("report.txt", ReportText.markdown(blocks, withCharts: true)),
      ("charts.jsonl", lines.map { $0 + "\n" }.joined()),
    ] + Pictures(results).all.map { ($0.file, $0.svg) }
  }

  @Test(arguments: cases)
  func `a report says what is known of its results`(name: String) throws {
    let folder = Self.folder.appending(path: name)
    var results = try ResultsFile.read(folder.appending(path: "results.json"))
    for (file, text) in try files(results) {
      let url = folder.appending(path: file)
      // Charts are compared where they show something else than those of other folders.
      guard file == "report.txt" || FileManager.default.fileExists(atPath: url.path) else { continue }
      if ProcessInfo.processInfo.environment["SWITCHBOARD_KNOWN_ANSWERS"] == "write" {
        try Data(text.utf8).write(to: url)
        Issue.record("wrote \(name)/\(file); look at the difference")
      }
      let known = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, (line, answer)) in zip(lines, known).enumerated() where line != answer {
        Issue.record("\(name)/\(file):\(number + 1): is “\(line)”, must be “\(answer)”")
      }
      #expect(lines.count == known.count, "the lines of \(name)/\(file)")
    }
    let answer = results.answer
    results.answer = []
    #expect(Answer(results).lines == answer)
  }

  @Test func `no known answer is missing`() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
    #expect(Self.cases.count >= 10)
    #expect(Self.cases.allSatisfy { files.contains("\($0)/report.txt") })
    #expect(
      files.filter { !$0.hasSuffix("report.txt") && !$0.hasSuffix("results.json") && $0.contains(".") }.sorted() == [
        "README.md", "interrupted/charts.jsonl", "layout/charts.jsonl", "other-suites/charts.jsonl",
        "other-suites/costs.svg", "storages/charts.jsonl", "storages/overview.svg",
      ])
  }
}
