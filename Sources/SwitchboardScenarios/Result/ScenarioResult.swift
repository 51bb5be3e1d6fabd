public import SwitchboardLeaks

/// What came of checking a scenario.
public struct ScenarioResult: Codable, Sendable {
  public enum Verdict: String, Codable, Sendable {
    /// What should be found was, and nothing else.
    case asExpected = "as expected"
    /// Something was found that should not, or not found that should.
    case wrong
    /// The findings are right, but the recorded trace says otherwise; see `TraceWitness`.
    case contradicted = "contradicted by the trace"
    /// The scenario threw an error.
    case threw
    /// The process that checked it ended before it had a result.
    case crashed
    /// The process that checked it was ended, because it took too long.
    case hung
  }

  public var name: String
  public var summary: String
  public var kind: Scenario.Kind
  /// As `#fileID` gives it.
  public var file: String
  public var verdict: Verdict
  /// Why, if the verdict is `contradicted`, `threw`, `crashed` or `hung`, or there is more to say of another.
  public var reason: String?
  public var expected: [ExpectedLeak]
  public var findings: [LeakFinding]
  /// Expected and not found.
  public var missing: [ExpectedLeak]
  /// Found and not expected.
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
    // A leaking scenario that announces nothing checks nothing.
    let announcesNothing = scenario.kind == .leaking && expected.isEmpty
    self.init(
      name: scenario.name, summary: scenario.summary, kind: scenario.kind, file: scenario.fileID,
      verdict: missing.isEmpty && unexpected.isEmpty && !announcesNothing ? .asExpected : .wrong,
      reason: announcesNothing ? "it has no leaksBelow(…) that its body reaches" : nil,
      expected: expected, findings: report.findings, missing: missing, unexpected: unexpected)
    if !report.notes.isEmpty { reason = ([reason].compactMap { $0 } + report.notes).joined(separator: " ") }
  }

  /// Takes the word of a witness into account: sentences, one for each line that it knows differently.
  mutating func note(contradictions: [String]) {
    if contradictions.isEmpty { return }
    if verdict == .asExpected { verdict = .contradicted }
    reason = ([reason].compactMap { $0 } + contradictions).joined(separator: " ")
  }

  /// A result for a scenario that could not be checked to its end.
  public init(_ scenario: Scenario, _ verdict: Verdict, _ reason: String) {
    self.init(
      name: scenario.name, summary: scenario.summary, kind: scenario.kind, file: scenario.fileID, verdict: verdict,
      reason: reason, expected: [], findings: [], missing: [], unexpected: [])
  }
}
