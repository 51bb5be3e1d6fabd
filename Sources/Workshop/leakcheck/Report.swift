import Foundation
import SwitchboardScenarios

/// The outcome of all scenarios. Contains no times or durations, so that equal runs give equal bytes.
struct Report: Encodable {
  let schema = "switchboard.leakcheck/1"
  let cycles: Int
  let passed: Int
  let failed: Int
  let scenarios: [ScenarioResult]

  init(cycles: Int, _ scenarios: [ScenarioResult]) {
    (self.cycles, self.scenarios) = (cycles, scenarios)
    passed = scenarios.count { $0.verdict == .asExpected }
    failed = scenarios.count - passed
  }

  var failures: [ScenarioResult] { scenarios.filter { $0.verdict != .asExpected } }

  /// Returns the report as JSON with sorted keys and a newline at the end.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// Writes `leakcheck.json` and `leakcheck.md`. Creates the directory if it does not exist.
  func write(to directory: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      let directory = URL(fileURLWithPath: directory)
      try Data(try json().utf8).write(to: directory.appendingPathComponent("leakcheck.json"))
      try Data(MarkdownText(self).text.utf8).write(to: directory.appendingPathComponent("leakcheck.md"))
    } catch {
      throw Failure.noOutput(path: directory, reason: error.localizedDescription).reported()
    }
  }
}

extension ScenarioResult {
  /// Returns the number of each kind, such as `2 retained, 1 orphan`.
  static func tally(_ kinds: [String]) -> String {
    if kinds.isEmpty { return "nothing" }
    let counts = Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }

  var expectation: String {
    verdict == .asExpected || verdict == .wrong ? Self.tally(expected.map(\.kind.rawValue)) : "n/a"
  }

  var discovery: String {
    verdict == .asExpected || verdict == .wrong ? Self.tally(findings.map(\.kind.rawValue)) : "n/a"
  }

  /// The deviations from the expectation, of one or more lines each.
  var complaints: [String] {
    missing.map { leak in
      let count = leak.total.map { "\($0) in all" } ?? "\(leak.each ?? 1) per cycle"
      return "not found: \(leak.kind) (\(leak.cause)) at \(leak.file):\(leak.line), \(count)"
    }
      + unexpected.map { "not expected (\($0.cause)): \($0)" }
      + (reason.map { [verdict == .wrong ? $0 : "\(verdict): \($0)"] } ?? [])
  }
}

/// A report for a terminal.
struct TableText {
  let text: String

  init(_ report: Report) {
    let rows =
      [["scenario", "expected", "found", "verdict"]]
      + report.scenarios.map { [$0.name, $0.expectation, $0.discovery, $0.verdict.rawValue] }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for row in rows {
      var line = ""
      for (cell, width) in zip(row, widths) { line += cell + String(repeating: " ", count: width + 2 - cell.count) }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    for result in report.failures {
      text += "\n\(result.name): \(result.summary)\n"
      for complaint in result.complaints { text += indented(complaint) }
    }
    self.text = text + "\n" + report.conclusion + "\n"
  }
}

/// A report for GitHub's logs: annotations of lines.
struct GitHubText {
  let text: String

  init(_ report: Report) {
    let paths = SourcePaths()
    var text = ""
    for result in report.failures {
      func annotate(_ file: String, _ line: Int, _ message: String) {
        let title = Self.property("leakcheck: \(result.name)")
        // With the line 0, `file` is no file.
        let place = line == 0 ? "" : "file=\(Self.property(paths.path(of: file))),line=\(line),"
        text += "::error \(place)title=\(title)::\(Self.data(message))\n"
      }
      for leak in result.missing {
        annotate(leak.file, leak.line, "not found: \(leak.kind) (\(leak.cause)) at \(leak.file):\(leak.line)")
      }
      for finding in result.unexpected {
        annotate(finding.file, finding.line, "not expected (\(finding.cause)): \(finding)")
      }
      if let reason = result.reason {
        annotate(result.file, 1, "\(result.verdict.rawValue): \(reason)")
      }
    }
    self.text = text + report.conclusion + "\n"
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}

/// A report to keep as a file.
struct MarkdownText {
  let text: String

  init(_ report: Report) {
    var text = """
      # Leak check

      \(report.conclusion)

      | scenario | description | expected | found | verdict |
      |---|---|---|---|---|

      """
    for result in report.scenarios {
      text += """
        | `\(result.name)` | \(result.summary) | \(result.expectation) | \(result.discovery) \
        | \(result.verdict.rawValue) |

        """
    }
    for result in report.failures {
      text += "\n## `\(result.name)`\n\n```\n"
      for complaint in result.complaints { text += complaint + "\n" }
      text += "```\n"
    }
    text += "\n## Findings\n"
    for result in report.scenarios where !result.findings.isEmpty {
      text += "\n### `\(result.name)`\n\n"
      for finding in result.findings { text += "- \(finding.summary)\n" }
    }
    self.text = text
  }
}

extension Report {
  /// The last line of the report.
  var conclusion: String {
    let runs = "\(cycles) \(cycles == 1 ? "cycle" : "cycles")"
    let all = scenarios.count == 1 ? "1 scenario" : "\(scenarios.count) scenarios"
    if failed == 0 { return "\(all) as expected, in \(runs) each" }
    return "\(failed) of \(all) not as expected, in \(runs) each"
  }
}

private func indented(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)\n" }.joined()
}

/// The paths of the files that `#fileID` names, relative to the package in which the command runs.
struct SourcePaths {
  private var paths: [String: String] = [:]

  init() {
    let sources = "Sources"
    for case let path as String in FileManager.default.enumerator(atPath: sources) ?? .init()
    where path.hasSuffix(".swift") {
      // A module is a folder on the way to the file, below a shelf or not.
      let parts = path.split(separator: "/")
      for folder in parts.dropLast() { paths["\(folder)/\(parts[parts.count - 1])"] = "\(sources)/\(path)" }
    }
  }

  /// Returns the path of a file: `Sources/Shelf/Module/Folder/File.swift` for `Module/File.swift`. Returns `fileID` if
  /// the file is not found.
  func path(of fileID: String) -> String { paths[fileID] ?? fileID }
}
