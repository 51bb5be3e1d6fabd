import BenchmarkResults

/// The tables of instructions and retains, at one subscriber and at the largest counted size. Each size has a column,
/// because a count at one size must not stand for another size. The growth table is about the sizes between.
enum ExactTable {
  static func instructions(hiding controls: [String], in suite: SuiteMeasurements) -> [Block] {
    let heading = Block.heading(3, "Instructions and retains of \(suite.suite)")
    let tables =
      table("Instructions per operation", of: \.instructionsPerOp, hiding: controls, in: suite)
      + table("Retains per operation", of: \.retainsPerOp, hiding: controls, in: suite)
    guard !tables.isEmpty else {
      return [
        heading, .text("n/a: this run did not count them. Install valgrind, which contains callgrind, and run again."),
      ]
    }
    return [heading] + tables
  }

  private static func table(
    _ corner: String, of figure: KeyPath<Measurement, Double?>, hiding controls: [String],
    in suite: SuiteMeasurements
  ) -> [Block] {
    let columns = suite.workloads.flatMap { workload in
      let sizes = suite.sizes.filter { n in
        suite.candidates.contains { suite.row(workload, $0, n)?[keyPath: figure] != nil }
      }
      return sizes.filter { $0 == 1 || $0 == sizes.last }.map { (workload: workload, n: $0) }
    }
    guard !columns.isEmpty else { return [] }
    let rows = suite.candidates.filter { name in
      !controls.contains(name) && columns.contains { suite.row($0.workload, name, $0.n)?[keyPath: figure] != nil }
    }.map { candidate in
      [Markdown.code(candidate)]
        + columns.map { Figure.count(suite.row($0.workload, candidate, $0.n)?[keyPath: figure]) }
    }
    let header = [corner] + columns.map { "\(Markdown.columnHead($0.workload))<br>\(Markdown.size($0.n))" }
    return [.text(Markdown.table(header, rows))]
  }
}
