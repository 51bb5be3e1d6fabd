public import BenchmarkResults
import BenchmarkStatistics

/// The comparison of two versions of the code: the ratios of their times, with intervals, and their exact figures.
public struct VersionComparison: Codable, Equatable, Sendable {
  /// The times of one cell.
  public struct Row: Codable, Equatable, Sendable {
    public enum Call: String, Codable, Sendable {
      case faster, slower, noDifference, dependsOnLayout
    }

    public var suite: String
    public var workload: String
    public var candidate: String
    public var n: Int
    /// The time after ÷ the time before.
    public var ratio: Double
    /// The ends of the 95 % interval.
    public var low: Double
    public var high: Double
    public var call: Call
    /// The instructions after ÷ the instructions before; nil if they were not counted.
    public var instructions: Double?
    /// Whether both versions have the same code here, such as a floor or another library. A difference then shows what
    /// two builds differ by at random.
    public var isControl: Bool
  }

  /// The names of the two versions.
  public let before, after: String
  /// A cell is a regression if its whole interval lies above 1 + this.
  public let threshold: Double
  /// Whether the processes of the two versions alternated.
  public let isInterleaved: Bool
  public let rows: [Row]
  /// The exact figures that differ.
  public let exact: [BaselineCheck.Change]
  public let comparedExactly: Int
  /// What could not be compared, each a sentence.
  public let notes: [String]

  /// - Parameter isInterleaved: Whether the results come from one run that alternated the processes of both versions.
  public init(
    _ before: (name: String, results: Results), _ after: (name: String, results: Results), isInterleaved: Bool,
    threshold: Double
  ) {
    (self.before, self.after) = (before.name, after.name)
    self.threshold = threshold
    self.isInterleaved = isInterleaved
    let check = BaselineCheck(after.results, against: Baseline(before.results))
    exact = check.changes.filter { $0.kind != .missing }
    comparedExactly = check.compared - (check.changes.count - exact.count)
    var notes: [String] = []
    let (old, new) = (before.results.environment, after.results.environment)
    if old.cpu != new.cpu || old.swift != new.swift {
      rows = []
      let difference = old.cpu != new.cpu ? "\(old.cpu) and \(new.cpu)" : "\(old.swift) and \(new.swift)"
      notes.append("Times and instructions are not compared, because the runs used \(difference).")
    } else {
      rows = Self.rows(before.results, after.results, isInterleaved)
      if !isInterleaved {
        notes.append(
          "The two runs were not interleaved, so what slowed the machine down during one of them is part of the ratios."
        )
      }
    }
    let (left, joined) = (Self.timed(before.results), Self.timed(after.results))
    for (only, name) in [(left.subtracting(joined), before.name), (joined.subtracting(left), after.name)]
    where !only.isEmpty {
      notes.append("Only \(name) has \(only.count) of the timed cells, such as \(only.sorted()[0]).")
    }
    for (name, results) in [before, after] where results.partial { notes.append("The run of \(name) is incomplete.") }
    self.notes = notes
  }

  /// The cells that got slower by more than the threshold, and exact figures that got worse by more than it.
  public var regressions: [Row] { rows.filter { !$0.isControl && $0.low > 1 + threshold } }
  public var exactRegressions: [BaselineCheck.Change] {
    exact.filter { change in
      guard change.kind == .regression, let run = change.run, !Self.isControl(change.suite, change.candidate) else {
        return false
      }
      return run > change.baseline * (1 + threshold)
    }
  }

  /// Whether anything was compared, and nothing is a regression.
  public var passed: Bool {
    (!rows.isEmpty || comparedExactly > 0) && regressions.isEmpty && exactRegressions.isEmpty
  }

  private static func rows(_ before: Results, _ after: Results, _ isInterleaved: Bool) -> [Row] {
    let old = Dictionary(before.measurements.map { ($0.identity, $0) }, uniquingKeysWith: { $1 })
    return after.measurements.compactMap { row in
      guard let base = old[row.identity] else { return nil }
      let interval =
        isInterleaved
        ? MeasuredInterval(row.samples, to: base.samples)
        : MeasuredInterval(row.samples, ofOtherProcessesThan: base.samples)
      guard let interval else { return nil }
      let counts = base.instructionsPerOp.flatMap { old in row.instructionsPerOp.map { old > 0 ? $0 / old : nil } }
      return Row(
        suite: row.suite, workload: row.workload, candidate: row.candidate, n: row.n, ratio: interval.ratio,
        low: interval.low, high: interval.high, call: Row.Call(interval.call), instructions: counts ?? nil,
        isControl: isControl(row.suite, row.candidate))
    }
  }

  private static func isControl(_ suite: String, _ candidate: String) -> Bool {
    let shared =
      StorageCandidates.floors + StorageCandidates.textbook.map(\.form)
      + [TracingCandidates.floor.on, TracingCandidates.floor.off]
    return shared.contains(candidate) || suite == RuntimeSection.suite && RuntimeCandidates.isLibrary(candidate)
  }

  private static func timed(_ results: Results) -> Set<String> {
    Set(results.measurements.filter { $0.samples != nil }.map { "\($0.workload)/\($0.candidate), n = \($0.n)" })
  }
}

extension VersionComparison.Row.Call {
  init(_ call: MeasuredInterval.Call) {
    self =
      switch call {
      case .faster: .faster
      case .slower: .slower
      case .noDifference: .noDifference
      case .dependsOnLayout: .dependsOnLayout
      }
  }
}
