import Foundation

extension BaselineCheck {
  /// The result for a terminal: a table of the changes, notes on them, and the verdict.
  public var text: String {
    var parts: [String] = []
    if !changes.isEmpty { parts.append(table) }
    parts += exceeded.map { "Over its limit: \($0)." } + notes
    let counts = Dictionary(grouping: changes, by: \.kind).mapValues(\.count)
    let found = [
      counts[.regression].map { "\($0) worse" }, counts[.missing].map { "\($0) missing" },
      counts[.improvement].map { "\($0) better" },
      exceeded.isEmpty ? nil : "\(exceeded.count) over a limit",
    ].compactMap(\.self)
    parts.append(
      "\(passed ? "passed" : "FAILED"): \(Figure.grouped(compared)) exact figures compared, "
        + (found.isEmpty ? "all unchanged" : found.joined(separator: ", ")))
    return parts.joined(separator: "\n\n")
  }

  /// Returns the result as JSON, for scripts.
  public func json() throws -> Data { try JSONFile.data(self) }

  private var table: String {
    let order: [Change.Kind] = [.regression, .missing, .improvement]
    let header = ["", "workload", "candidate", "n", "figure", "baseline", "this run"]
    let rows = order.flatMap { kind in changes.filter { $0.kind == kind } }.map { change in
      [
        Self.word(change.kind), change.workload, change.candidate, "\(change.n)", change.figure.name,
        Self.exact(change.baseline), change.run.map(Self.exact) ?? Figure.missing,
      ]
    }
    let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
    return ([header] + rows).map { row in
      zip(row.indices, row).map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 3 || column > 4 ? space + cell : cell + space
      }.joined(separator: "  ")
    }.joined(separator: "\n")
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
