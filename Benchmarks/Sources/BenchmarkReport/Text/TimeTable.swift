/// The table of all times of one workload: candidates down, sizes across, `median (min–max)`.
enum TimeTable {
  static func markdown(_ workload: String, in suite: SuiteMeasurements) -> String {
    let candidates = suite.timedCandidates(of: workload)
    // At some sizes only instructions are counted.
    let sizes = suite.sizes(of: workload).filter { n in candidates.contains { suite.time(workload, $0, n) != nil } }
    let rows = candidates.map { candidate in
      [Markdown.code(candidate)] + sizes.map { cell(workload, candidate, $0, in: suite) }
    }
    guard !rows.isEmpty else { return "No times were measured." }
    return Markdown.table(
      [suite.unit(of: workload) + ", n ="] + sizes.map(Figure.grouped), rows)
  }

  private static func cell(_ workload: String, _ candidate: String, _ n: Int, in suite: SuiteMeasurements) -> String {
    guard let row = suite.row(workload, candidate, n), let median = row.median else { return Figure.missing }
    guard let min = row.min, let max = row.max else { return Figure.number(median) }
    return "\(Figure.number(median)) (\(Figure.number(min))–\(Figure.number(max)))"
  }
}
