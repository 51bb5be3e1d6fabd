import BenchmarkResults

/// The comparison of a run with the baseline: the figures that got worse, got better, or were not measured.
public struct BaselineCheck: Codable, Equatable, Sendable {
  /// A figure that differs from the baseline.
  public struct Change: Codable, Equatable, Sendable {
    public enum Kind: String, Codable, Sendable {
      case regression, improvement
      /// The baseline has the figure, the run does not.
      case missing
    }

    public var kind: Kind
    public var suite: String
    public var workload: String
    public var candidate: String
    public var n: Int
    public var figure: ExactFigure
    public var baseline: Double
    /// The figure of the run; null when the figure is missing.
    @OrNull public var run: Double?
  }

  public let passed: Bool
  /// The number of compared figures.
  public let compared: Int
  public let changes: [Change]
  /// The number of compared growth classes.
  public let comparedClasses: Int
  /// The growth classes that differ from the baseline's.
  public let growth: [GrowthChange]
  /// A sentence for each exact figure that exceeds a limit. The limits do not depend on the baseline.
  public let exceeded: [String]
  /// The notes on the changes, each a sentence.
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
    if let difference = Self.otherCode(run.environment, baseline.environment),
      baseline.figures.contains(where: { $0.codeBytes != nil })
    {
      figures.removeAll { $0 == .codeBytes }
      notes.append("Bytes of code are not compared: \(difference).")
    }

    var changes: [Change] = []
    var compared = 0
    for expected in baseline.figures {
      for figure in figures {
        guard let value = expected[keyPath: figure.path] else { continue }
        compared += 1
        let found = rows[Key(expected)]?[keyPath: figure.path]
        guard let kind = Self.kind(found, expected: value, figure, isLibrary: expected.isLibrary) else { continue }
        changes.append(
          Change(
            kind: kind, suite: expected.suite, workload: expected.workload, candidate: expected.candidate,
            n: expected.n, figure: figure, baseline: value, run: found))
      }
    }
    self.compared = compared
    self.changes = changes
    let growth = GrowthComparison(
      run, against: baseline, changed: figures.contains(.instructionsPerOp) ? changes : nil)
    comparedClasses = growth.compared
    self.growth = growth.changes
    exceeded =
      TracingLimits.exceeded(in: results) + InspectorLimits.exceeded(in: results)
      + LeakVerdicts(results.measurements).broken
    // A check that compares nothing would always pass.
    passed =
      compared > 0 && exceeded.isEmpty && !changes.contains { $0.kind != .improvement }
      && !growth.changes.contains { $0.kind != .improvement }
    self.notes =
      notes
      + Self.notes(
        changes, growthImproved: growth.changes.contains { $0.kind == .improvement }, compared: compared, run: run,
        baseline: baseline, partial: results.partial)
  }

  private struct Key: Hashable {
    let suite, workload, candidate: String
    let n: Int

    init(_ row: Baseline.Figures) {
      (suite, workload, candidate, n) = (row.suite, row.workload, row.candidate, row.n)
    }
  }

  private static func kind(
    _ found: Double?, expected: Double, _ figure: ExactFigure, isLibrary: Bool
  ) -> Change.Kind? {
    guard let found, found.isFinite else { return .missing }
    // All figures are costs: more is worse.
    let difference = found - expected
    guard abs(difference) > figure.tolerance(around: expected, isLibrary: isLibrary) else { return nil }
    return difference > 0 ? .regression : .improvement
  }

  /// Returns why instructions cannot be compared, or nil. Another compiler generates other code, and the C library
  /// chooses other code on another processor.
  private static func otherMachine(_ run: Baseline.Origin, _ baseline: Baseline.Origin) -> String? {
    if run.swift != baseline.swift {
      return "the baseline was built with \(baseline.swift), this run with \(run.swift)"
    }
    if run.cpu != baseline.cpu { return "the baseline ran on \(baseline.cpu), this run on \(run.cpu)" }
    return nil
  }

  /// Returns why bytes of code cannot be compared, or nil. They depend on the compiler and on the architecture, not on
  /// the model of the processor.
  private static func otherCode(_ run: Baseline.Origin, _ baseline: Baseline.Origin) -> String? {
    guard let difference = otherMachine(run, baseline) else { return nil }
    // Only the names of x86 processors contain a family.
    let isX86 = [run, baseline].allSatisfy { $0.cpu.contains("(family ") }
    return run.swift == baseline.swift && isX86 ? nil : difference
  }

  private static func notes(
    _ changes: [Change], growthImproved: Bool, compared: Int, run: Baseline, baseline: Baseline, partial: Bool
  ) -> [String] {
    var notes: [String] = []
    if compared == 0 {
      notes.append(
        "Nothing was compared, because the baseline has no comparable figure; run `make bench` and `make bench-accept`."
      )
    }
    let missing = changes.filter { $0.kind == .missing }
    let absent = ExactFigure.allCases.filter { figure in
      missing.contains { $0.figure == figure } && !run.figures.contains { $0[keyPath: figure.path] != nil }
    }
    for tool in absent.map(\.tool).uniqued(first: []) {
      let names = absent.filter { $0.tool == tool }.map(\.name)
      notes.append(
        "This run did not measure \(Markdown.list(names)). Install \(tool), then run `make bench-check` again.")
    }
    if missing.contains(where: { !absent.contains($0.figure) }) {
      notes.append(
        partial
          ? "The run was interrupted, so figures are missing; run `make bench` to its end."
          : "The run lacks figures of the baseline; check a run without `--filter` and `--sizes`.")
    }
    if changes.contains(where: { $0.kind == .improvement }) || growthImproved {
      notes.append("Figures got better; `make bench-accept` makes them the baseline.")
    }
    let known = Set(baseline.figures.map(Key.init))
    let new = run.figures.filter { !known.contains(Key($0)) }
    if !new.isEmpty {
      notes.append("The baseline lacks \(new.count) rows of this run; `make bench-accept` adds them.")
    }
    return notes
  }
}

extension Baseline.Figures {
  /// Whether the figure may move as that of another library may. A bare loop is none, but so short that what
  /// a process does once at its start moves it.
  fileprivate var isLibrary: Bool {
    suite == RuntimeSection.suite && (RuntimeCandidates.isLibrary(candidate) || candidate == "floor-swift")
  }
}
