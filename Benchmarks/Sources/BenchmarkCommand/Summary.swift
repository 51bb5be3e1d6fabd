import BenchmarkResults

/// The figures as plain tables for a terminal: one table per workload, candidates down, sizes across.
struct Summary {
  let text: String

  init(_ results: Results) {
    var sections: [String] = []
    let measurements = results.measurements.filter { $0.workload != "self-check" }
    for workload in measurements.map(\.workload).uniqued() {
      let cells = measurements.filter { $0.workload == workload }
      if cells.contains(where: { $0.median != nil }) {
        let unit = cells.first { $0.median != nil }?.unit ?? "ns/op"
        sections.append(Self.table("\(workload), \(unit == "ns/op" ? "ns" : unit)", cells) { $0.median })
      }
      if workload.contains("subscribe"), cells.contains(where: { $0.bytesPerSubscriber != nil }) {
        sections.append(Self.table("\(workload), bytes per subscriber", cells) { $0.bytesPerSubscriber })
        sections.append(Self.table("\(workload), mallocs", cells) { $0.mallocsPerOp })
      }
    }
    if results.partial { sections.append("Interrupted: the table shows only the results so far.") }
    text = sections.joined(separator: "\n\n")
  }

  private static func table(
    _ title: String, _ cells: [Measurement], _ figure: (Measurement) -> Double?
  ) -> String {
    let sizes = Set(cells.filter { figure($0) != nil }.map(\.n)).sorted()
    let header = [title] + sizes.map { "n=\($0)" }
    let rows = cells.map(\.candidate).uniqued().map { candidate in
      [candidate]
        + sizes.map { size in
          let cell = cells.first { $0.candidate == candidate && $0.n == size }
          return cell.flatMap(figure).map(number) ?? "n/a"
        }
    }
    let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
    return ([header] + rows).map { row in
      row.enumerated().map { column, text in
        let padding = String(repeating: " ", count: widths[column] - text.count)
        return column == 0 ? text + padding : padding + text
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  /// Returns about three significant digits, without an exponent.
  private static func number(_ value: Double) -> String {
    if value >= 100 { return String(Int(value.rounded())) }
    let scale: Double = value >= 10 ? 10 : 100
    return String((value * scale).rounded() / scale)
  }
}

extension Sequence where Element: Hashable {
  /// Returns each element once, at its first position.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
