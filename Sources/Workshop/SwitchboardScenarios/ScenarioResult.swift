internal import SwitchboardBroadcast
public import SwitchboardLeaks

/// The result of checking a scenario.
public struct ScenarioResult: Codable, Sendable {
  public enum Verdict: String, Codable, Sendable {
    /// The check found exactly the expected leaks.
    case asExpected = "as expected"
    /// A finding was not expected, an expected leak was not found, or a leaking scenario expected no leak.
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
  /// The expected leaks that were not found.
  public var missing: [ExpectedLeak]
  /// The findings that were not expected.
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
    // The check of a leaking scenario without an expected leak would prove nothing.
    let expectsNothing = scenario.kind == .leaking && expected.isEmpty
    self.init(
      name: scenario.name, summary: scenario.summary, kind: scenario.kind, file: scenario.fileID,
      verdict: missing.isEmpty && unexpected.isEmpty && !expectsNothing ? .asExpected : .wrong,
      reason: expectsNothing ? "the scenario is leaking, but its body reaches no expectLeak(…)" : nil,
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

/// A leak that the check of a leaking scenario must find.
public struct ExpectedLeak: Hashable, Codable, Sendable {
  public var kind: LeakFinding.Kind
  public var cause: LeakFinding.Cause
  /// The file of the leak, in the form of `#fileID`.
  public var file: String
  public var line: Int
  /// The number of leaks that each cycle leaves behind; nil if ``total`` is set.
  public var each: Int?
  /// The number of leaks at the end, independent of the number of cycles.
  public var total: Int?

  func matches(_ finding: LeakFinding, cycles: Int) -> Bool {
    (finding.kind, finding.cause) == (kind, cause) && (finding.file, finding.line) == (file, line)
      && finding.count == total ?? (each ?? 1) * cycles && finding.firstCycle == 1
  }
}

/// The leaks that a check of a leaking scenario must find. The body of the scenario adds them where they stand, above
/// the statement that leaks: `expectLeak(.retained)`. The statement itself is written as users would write it.
final class ExpectedLeaks: Sendable {
  private let leaks = Lock<Set<ExpectedLeak>>([])
  private let isRead: Bool

  /// - Parameter isRead: Whether a check reads the leaks. Otherwise the object keeps none, because calls must allocate
  ///   nothing where memory is measured.
  init(isRead: Bool = true) { self.isRead = isRead }

  /// Expects the leak of the statement below the call. Has no other effect.
  ///
  /// The scenario fails if a line is inserted between the call and the statement, or if the statement moves without the
  /// call.
  ///
  /// - Parameters:
  ///   - cause: The cause; nil for the most common cause of the kind.
  ///   - each: The number of leaks that each cycle leaves behind.
  ///   - total: The number of leaks at the end, independent of the number of cycles. Replaces `each`.
  ///   - lines: The distance from the call down to the line that the finding names.
  func callAsFunction(
    _ kind: LeakFinding.Kind, _ cause: LeakFinding.Cause? = nil, each: Int = 1, total: Int? = nil, lines: Int = 1,
    fileID: StaticString = #fileID, line: Int = #line
  ) {
    guard isRead else { return }
    let usual: LeakFinding.Cause =
      switch kind {
      case .orphan, .growing: .subscription
      case .retained: .closure
      case .capacity: .capacity
      }
    let leak = ExpectedLeak(
      kind: kind, cause: cause ?? usual, file: "\(fileID)", line: line + lines, each: total == nil ? each : nil,
      total: total)
    leaks.withLock { _ = $0.insert(leak) }
  }

  /// The leaks so far, ordered by line.
  var all: [ExpectedLeak] {
    leaks.withLock { $0 }.sorted { ($0.line, $0.kind.rawValue) < ($1.line, $1.kind.rawValue) }
  }
}
