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
