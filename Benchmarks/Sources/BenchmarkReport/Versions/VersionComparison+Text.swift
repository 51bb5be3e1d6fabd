import Foundation

extension VersionComparison {
  /// The result for a terminal: what got slower or faster, the exact figures that changed, what the controls show, and
  /// the verdict.
  public var text: String {
    let parts: [String?] = [
      "\(after) compared with \(before): time after ÷ time before, with 95 % intervals", differences,
      exact.isEmpty ? nil : BaselineCheck.table(exact, columns: (before, after)),
      controls, notes.isEmpty ? nil : notes.joined(separator: "\n"), verdict,
    ]
    return parts.compactMap(\.self).joined(separator: "\n\n").replacing(Figure.space, with: " ")
  }

  /// Returns the result as JSON, for scripts.
  public func json() throws -> Data { try JSONFile.data(self) }

  private var own: [Row] { rows.filter { !$0.isControl } }

  /// A table of the cells whose times differ. The largest regressions come first, and the largest improvements last.
  private var differences: String? {
    let different = own.filter { $0.call != .noDifference }.sorted { $0.ratio > $1.ratio }
    guard !different.isEmpty else { return nil }
    let cells = different.map { row in
      [
        Self.word(row.call), row.workload, row.candidate, "\(row.n)",
        Figure.interval(row.ratio, row.low, row.high), row.instructions.map(Figure.ratio) ?? Figure.missing,
      ]
    }
    return TextTable(["time", "workload", "candidate", "n", "ratio", "instructions"], rightAligned: [3, 5]).text(cells)
  }

  private var controls: String? {
    let controls = rows.filter(\.isControl)
    guard !controls.isEmpty else { return nil }
    let equal = controls.count { $0.call == .noDifference }
    let largest = controls.max { abs(log($0.ratio)) < abs(log($1.ratio)) }
    let extreme = largest.map {
      "; the largest ratio is \(Figure.interval($0.ratio, $0.low, $0.high)), \($0.workload)/\($0.candidate), "
        + "n = \($0.n)"
    }
    return """
      Code that is the same in both versions (floors, textbook forms, other libraries): no difference in \(equal) of \
      \(controls.count) cells\(extreme ?? ""). Ratios of this size may come from the places of code and data in memory.
      """
  }

  private var verdict: String {
    let times = "\(Figure.grouped(own.count)) times and \(Figure.grouped(comparedExactly)) exact figures compared"
    if rows.isEmpty, comparedExactly == 0 { return "FAILED: nothing was compared" }
    let counts = Dictionary(grouping: own, by: \.call).mapValues(\.count)
    let found = [
      counts[.slower].map { "\($0) slower" }, counts[.faster].map { "\($0) faster" },
      counts[.dependsOnLayout].map { "\($0) depend on the memory layout" },
      exact.isEmpty ? nil : "\(exact.count) exact figures changed",
    ].compactMap(\.self)
    let bad = regressions.count + exactRegressions.count
    let limit = Figure.percent(threshold)
    let beyond = bad == 0 ? "no regression beyond \(limit)" : "\(bad) regressions beyond \(limit)"
    return "\(passed ? "passed" : "FAILED"): \(times), \((found + [beyond]).joined(separator: ", "))"
  }

  private static func word(_ call: Row.Call) -> String {
    switch call {
    case .faster: "faster"
    case .slower: "slower"
    case .noDifference: "no difference"
    case .dependsOnLayout: "depends on the memory layout"
    }
  }
}
