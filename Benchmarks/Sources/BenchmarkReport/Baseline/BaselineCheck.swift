import BenchmarkResults

/// A run held against the baseline: what got worse, what got better, what was not measured.
public struct BaselineCheck: Codable, Equatable, Sendable {
  /// One figure that is not what it was.
  public struct Change: Codable, Equatable, Sendable {
    public enum Kind: String, Codable, Sendable {
      case regression, improvement
      /// The baseline has it, the run does not.
      case missing
    }

    public var kind: Kind
    public var suite: String
    public var workload: String
    public var candidate: String
    public var n: Int
    public var figure: ExactFigure
    public var baseline: Double
    /// Null when the figure is missing.
    public var run: Double?

    // Written out for the explicit null.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(kind, forKey: .kind)
      try container.encode(suite, forKey: .suite)
      try container.encode(workload, forKey: .workload)
      try container.encode(candidate, forKey: .candidate)
      try container.encode(n, forKey: .n)
      try container.encode(figure, forKey: .figure)
      try container.encode(baseline, forKey: .baseline)
      try container.encode(run, forKey: .run)
    }
  }

  public let passed: Bool
  /// How many figures were compared.
  public let compared: Int
  public let changes: [Change]
  /// Exact figures that are beyond a limit, whatever the baseline says; each a sentence.
  public let exceeded: [String]
  /// What a reader has to know beside the changes, each a sentence.
  public let notes: [String]

  public init(_ results: Results, against baseline: Baseline) {
    let run = Baseline(results)
    let rows = Dictionary(run.figures.map { (Key($0), $0) }, uniquingKeysWith: { $1 })
    var notes: [String] = []
    var figures = ExactFigure.allCases
    if let difference = Self.otherMachine(run.environment, baseline.environment),
      baseline.figures.contains(where: { $0.instructionsPerOp != nil })
    {
      figures.removeAll { $0 == .instructionsPerOp }
      notes.append("Instructions are not compared: \(difference).")
    }

    var changes: [Change] = []
    var compared = 0
    for expected in baseline.figures {
      for figure in figures {
        guard let value = expected[keyPath: figure.path] else { continue }
        compared += 1
        let found = rows[Key(expected)]?[keyPath: figure.path]
        guard let kind = Self.kind(found, expected: value, figure) else { continue }
        changes.append(
          Change(
            kind: kind, suite: expected.suite, workload: expected.workload, candidate: expected.candidate,
            n: expected.n, figure: figure, baseline: value, run: found))
      }
    }
    self.compared = compared
    self.changes = changes
    exceeded = TracingLimits.exceeded(in: results) + LeakVerdicts(results.measurements).broken
    // A check that compares nothing would be green for ever.
    passed = compared > 0 && exceeded.isEmpty && !changes.contains { $0.kind != .improvement }
    self.notes = notes + Self.notes(changes, compared: compared, run: run, baseline: baseline, partial: results.partial)
  }

  private struct Key: Hashable {
    let suite, workload, candidate: String
    let n: Int

    init(_ row: Baseline.Figures) {
      (suite, workload, candidate, n) = (row.suite, row.workload, row.candidate, row.n)
    }
  }

  private static func kind(_ found: Double?, expected: Double, _ figure: ExactFigure) -> Change.Kind? {
    guard let found, found.isFinite else { return .missing }
    // All are costs.
    let difference = found - expected
    guard abs(difference) > figure.tolerance(around: expected) else { return nil }
    return difference > 0 ? .regression : .improvement
  }

  /// Another compiler makes other code, another processor other choices in the C library.
  private static func otherMachine(_ run: Baseline.Origin, _ baseline: Baseline.Origin) -> String? {
    if run.swift != baseline.swift {
      return "the baseline was built with \(baseline.swift), this run with \(run.swift)"
    }
    if run.cpu != baseline.cpu { return "the baseline ran on \(baseline.cpu), this run on \(run.cpu)" }
    return nil
  }

  private static func notes(
    _ changes: [Change], compared: Int, run: Baseline, baseline: Baseline, partial: Bool
  ) -> [String] {
    var notes: [String] = []
    if compared == 0 { notes.append("Nothing was compared: the baseline holds no figure that could be.") }
    let missing = changes.filter { $0.kind == .missing }
    let absent = ExactFigure.allCases.filter { figure in
      missing.contains { $0.figure == figure } && !run.figures.contains { $0[keyPath: figure.path] != nil }
    }
    for tool in absent.map(\.tool).uniqued(first: []) {
      let names = absent.filter { $0.tool == tool }.map(\.name)
      notes.append(
        "This run did not measure \(Markdown.list(names)) at all. Install \(tool), then run `make bench` again.")
    }
    if missing.contains(where: { !absent.contains($0.figure) }) {
      notes.append(
        partial
          ? "The run was interrupted, so figures are missing; run `make bench` to its end."
          : "Figures are missing that the baseline has; a run with `--filter` or `--sizes` cannot be checked.")
    }
    if changes.contains(where: { $0.kind == .improvement }) {
      notes.append("Figures got better; `make bench-accept` makes them the baseline.")
    }
    let known = Set(baseline.figures.map(Key.init))
    let new = run.figures.filter { !known.contains(Key($0)) }
    if !new.isEmpty {
      notes.append("Not in the baseline yet: \(new.count) rows; `make bench-accept` takes them in.")
    }
    return notes
  }
}
