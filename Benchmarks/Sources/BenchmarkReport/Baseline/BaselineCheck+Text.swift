import Foundation

extension BaselineCheck {
  /// The result for a terminal: a table of the changes, notes on them, and the verdict.
  public var text: String {
    var parts: [String] = []
    if !changes.isEmpty { parts.append(Self.table(changes, columns: ("baseline", "this run"))) }
    parts += growth.map(\.sentence) + exceeded.map { "Over its limit: \($0)." } + notes
    let counts = Dictionary(grouping: changes, by: \.kind).mapValues(\.count)
    let found = [
      counts[.regression].map { "\($0) worse" }, counts[.missing].map { "\($0) missing" },
      counts[.improvement].map { "\($0) better" },
      Self.classes(growth, .regression, "worse"), Self.classes(growth, .improvement, "better"),
      exceeded.isEmpty ? nil : "\(exceeded.count) over a limit",
    ].compactMap(\.self)
    parts.append(
      "\(passed ? "passed" : "FAILED"): \(Figure.grouped(compared)) exact figures"
        + (comparedClasses > 0 ? " and \(Self.classes(comparedClasses))" : "") + " compared, "
        + (found.isEmpty ? "all unchanged" : found.joined(separator: ", ")))
    return parts.joined(separator: "\n\n")
  }

  /// Returns the result as JSON, for scripts.
  public func json() throws -> Data { try JSONFile.data(self) }

  /// Returns a table of changed figures.
  ///
  /// - Parameter columns: The names of the two versions.
  static func table(_ changes: [Change], columns: (String, String)) -> String {
    let order: [Change.Kind] = [.regression, .missing, .improvement]
    let rows = order.flatMap { kind in changes.filter { $0.kind == kind } }.map { change in
      [
        Self.word(change.kind), change.workload, change.candidate, "\(change.n)", change.figure.name,
        Self.exact(change.baseline), change.run.map(Self.exact) ?? Figure.missing,
      ]
    }
    return TextTable(["", "workload", "candidate", "n", "figure", columns.0, columns.1], rightAligned: [3, 5, 6])
      .text(rows)
  }

  /// Returns `1 growth class worse`, or nil if there is none.
  private static func classes(_ growth: [GrowthChange], _ kind: Change.Kind, _ word: String) -> String? {
    let count = growth.count { $0.kind == kind }
    return count == 0 ? nil : "\(classes(count)) \(word)"
  }

  private static func classes(_ count: Int) -> String {
    "\(Figure.grouped(count)) growth \(count == 1 ? "class" : "classes")"
  }

  private static func word(_ kind: Change.Kind) -> String {
    switch kind {
    case .regression: "worse"
    case .missing: "missing"
    case .improvement: "better"
    }
  }

  /// Returns more digits than a report shows, because the difference may be in the last digit.
  private static func exact(_ value: Double) -> String { String(format: "%.8g", value) }
}
