public import BenchmarkStatistics
import Foundation

/// A growth class by instructions that differs between the baseline and a run.
///
/// A class does not depend on the compiler or on the processor, so classes are compared where instructions are not.
public struct GrowthChange: Codable, Equatable, Sendable {
  public var kind: BaselineCheck.Change.Kind
  public var suite: String
  public var workload: String
  public var candidate: String
  public var baseline: GrowthClass
  public var run: GrowthClass
  /// The instructions per operation from which the class of the baseline follows.
  public var baselinePoints: [GrowthPoint]
  /// The instructions per operation from which the class of the run follows, at the same sizes.
  public var runPoints: [GrowthPoint]

  /// A sentence with the classes and the points.
  var sentence: String {
    let verb = kind == .regression ? "worse" : "better"
    return """
      Growth got \(verb): \(workload), \(candidate): \(baseline.rawValue) became \(run.rawValue) in instructions per \
      operation. Baseline: \(Self.list(baselinePoints)). This run: \(Self.list(runPoints)).
      """
  }

  private static func list(_ points: [GrowthPoint]) -> String {
    points.map { "\(Figure.number($0.cost)) at n = \($0.n)" }.joined(separator: ", ")
  }
}

/// The comparison of the growth classes of a run with those of the baseline.
struct GrowthComparison {
  /// The number of compared classes.
  private(set) var compared = 0
  private(set) var changes: [GrowthChange] = []

  /// Compares each candidate in each workload that both sides counted at enough sizes in common.
  ///
  /// - Parameter figures: The changed figures, where instructions are compared. A class then changes only if a figure
  ///   has changed: otherwise the points are between two classes, and a difference within the tolerance decides. Nil
  ///   where instructions are not compared.
  init(_ run: Baseline, against baseline: Baseline, changed figures: [BaselineCheck.Change]?) {
    let (found, expected) = (Self.curves(run), Self.curves(baseline))
    for key in expected.keys.sorted(by: { $0.order < $1.order }) {
      guard let was = expected[key], let now = found[key] else { continue }
      let sizes = Set(was.map(\.n)).intersection(now.map(\.n))
      let (before, after) = (was.filter { sizes.contains($0.n) }, now.filter { sizes.contains($0.n) })
      guard let old = GrowthFit(before)?.growth, let new = GrowthFit(after)?.growth else { continue }
      compared += 1
      guard old != new else { continue }
      let kind: BaselineCheck.Change.Kind = new > old ? .regression : .improvement
      if let figures, !figures.contains(where: { $0.figure == .instructionsPerOp && key.matches($0, kind) }) {
        continue
      }
      changes.append(
        GrowthChange(
          kind: kind, suite: key.suite, workload: key.workload, candidate: key.candidate, baseline: old, run: new,
          baselinePoints: before, runPoints: after))
    }
  }

  private struct Key: Hashable {
    let suite, workload, candidate: String

    var order: String { "\(suite) \(workload) \(candidate)" }

    func matches(_ change: BaselineCheck.Change, _ kind: BaselineCheck.Change.Kind) -> Bool {
      (change.suite, change.workload, change.candidate, change.kind) == (suite, workload, candidate, kind)
    }
  }

  private static func curves(_ side: Baseline) -> [Key: [GrowthPoint]] {
    let rows = Dictionary(grouping: side.figures) {
      Key(suite: $0.suite, workload: $0.workload, candidate: $0.candidate)
    }
    return rows.mapValues { rows in
      GrowthFit.usable(rows.compactMap { row in row.instructionsPerOp.map { GrowthPoint(n: row.n, cost: $0) } })
    }
  }
}
