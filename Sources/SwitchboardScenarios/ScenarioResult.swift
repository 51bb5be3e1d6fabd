public import SwitchboardLeaks

/// The result of checking a scenario.
public struct ScenarioResult: Codable, Sendable {
  public enum Verdict: String, Codable, Sendable {
    /// The check found exactly the announced leaks.
    case asExpected = "as expected"
    /// A finding was not announced, an announced leak was not found, or a leaking scenario announced no leak.
    case wrong
    /// The findings are right, but the recorded trace differs from them; see `TraceWitness`.
    case contradicted = "contradicted by the trace"
    /// The scenario threw an error.
    case threw
    /// The process that checked the scenario ended before it had a result.
    case crashed
    /// The process that checked the scenario was ended, because the check took too long.
    case hung
  }

  public var name: String
  public var summary: String
  public var kind: Scenario.Kind
  /// The file of the scenario, in the form of `#fileID`.
  public var file: String
  public var verdict: Verdict
  /// The reason for the verdict `contradicted`, `threw`, `crashed` or `hung`. For other verdicts: remarks, or nil.
  public var reason: String?
  public var expected: [ExpectedLeak]
  public var findings: [LeakFinding]
  /// The announced leaks that were not found.
  public var missing: [ExpectedLeak]
  /// The findings that were not announced.
  public var unexpected: [LeakFinding]
}

extension ScenarioResult {
  init(_ scenario: Scenario, _ report: LeakReport, expected: [ExpectedLeak]) {
    var missing = expected
    var unexpected: [LeakFinding] = []
    for finding in report.findings {
      if let index = missing.firstIndex(where: { $0.matches(finding, cycles: report.cycles) }) {
        missing.remove(at: index)
      } else {
        unexpected.append(finding)
      }
    }
    // The check of a leaking scenario without an announced leak would prove nothing.
    let announcesNothing = scenario.kind == .leaking && expected.isEmpty
    self.init(
      name: scenario.name, summary: scenario.summary, kind: scenario.kind, file: scenario.fileID,
      verdict: missing.isEmpty && unexpected.isEmpty && !announcesNothing ? .asExpected : .wrong,
      reason: announcesNothing ? "the scenario is leaking, but its body reaches no leaksBelow(…)" : nil,
      expected: expected, findings: report.findings, missing: missing, unexpected: unexpected)
    if !report.notes.isEmpty { reason = ([reason].compactMap { $0 } + report.notes).joined(separator: " ") }
  }

  /// Adds the differences between the trace and the findings, one sentence for each line.
  mutating func add(contradictions: [String]) {
    if contradictions.isEmpty { return }
    if verdict == .asExpected { verdict = .contradicted }
    reason = ([reason].compactMap { $0 } + contradictions).joined(separator: " ")
  }

  /// Makes the result of a scenario whose check did not finish.
  public init(_ scenario: Scenario, _ verdict: Verdict, _ reason: String) {
    self.init(
      name: scenario.name, summary: scenario.summary, kind: scenario.kind, file: scenario.fileID, verdict: verdict,
      reason: reason, expected: [], findings: [], missing: [], unexpected: [])
  }
}
