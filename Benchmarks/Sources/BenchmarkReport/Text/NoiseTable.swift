/// The table of differences between the control and the candidate that it repeats.
enum NoiseTable {
  static func blocks(
    _ bars: [String: NoiseBar], control: (name: String, of: String), in suite: SuiteMeasurements
  ) -> [Block] {
    let rows = suite.workloads.map { workload -> [String] in
      guard let bar = bars[workload] else {
        return [Markdown.code(workload), Figure.missing, Figure.missing, "the report calls nothing different"]
      }
      return [Markdown.code(workload), Figure.percent(bar.largest), Figure.grouped(bar.n), Figure.percent(bar.bar)]
    }
    guard !rows.isEmpty else { return [] }
    return [
      .heading(3, "Noise of \(suite.suite)"),
      .text(
        """
        \(Markdown.code(control.name)) is \(Markdown.code(control.of)) a second time, in the same rounds. The \
        difference between the two is noise. A difference between other candidates counts only if it is larger.
        """),
      .text(Markdown.table(["workload", "largest difference", "at n =", "noise bar"], rows)),
    ]
  }
}
