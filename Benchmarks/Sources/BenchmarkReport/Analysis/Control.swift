import BenchmarkStatistics

/// The comparison of a candidate with itself, in the same rounds of the same processes. It shows what the method calls
/// a difference where there is none.
struct Control: Equatable, Sendable {
  let workload: String
  let n: Int
  let interval: MeasuredInterval

  /// Returns the controls of a workload, one per size.
  static func all(
    _ workload: String, control: (name: String, of: String), in suite: SuiteMeasurements
  ) -> [Control] {
    suite.sizes(of: workload).compactMap { n in
      MeasuredInterval(suite.samples(workload, control.name, n), to: suite.samples(workload, control.of, n)).map {
        Control(workload: workload, n: n, interval: $0)
      }
    }
  }
}

/// The controls of a suite, and the comparisons of candidates in their light.
struct Comparisons: Sendable {
  let suite: SuiteMeasurements
  let controls: [Control]

  /// - Parameter control: The name of the control, and the candidate that it repeats.
  init(control: (name: String, of: String), in suite: SuiteMeasurements) {
    self.suite = suite
    controls = suite.workloads.flatMap { Control.all($0, control: control, in: suite) }
  }

  /// Returns the time of a candidate ÷ the time of `base`; nil if the two were not timed together.
  func interval(_ workload: String, _ candidate: String, to base: String, _ n: Int) -> MeasuredInterval? {
    let spread = controls.first { $0.workload == workload && $0.n == n }?.interval.spread
    return MeasuredInterval(
      suite.samples(workload, candidate, n), to: suite.samples(workload, base, n), spread: spread ?? 0)
  }

  /// A table of the differences between the control and the candidate that it repeats.
  ///
  /// - Parameter isHidden: Whether a workload is left out, because the report has its controls in another place.
  func controlBlocks(
    _ control: (name: String, of: String), isHidden: (String) -> Bool = { _ in false }
  ) -> [Block] {
    let controls = controls.filter { !isHidden($0.workload) }
    guard !controls.isEmpty else { return [] }
    let sizes = Set(controls.map(\.n)).sorted()
    let rows = suite.workloads.compactMap { workload -> [String]? in
      let own = controls.filter { $0.workload == workload }
      guard !own.isEmpty else { return nil }
      return [Markdown.code(workload)]
        + sizes.map { n in own.first { $0.n == n }.map { Figure.interval($0.interval) } ?? Figure.missing }
    }
    return [
      .heading(3, "The same candidate twice in \(suite.suite)"),
      .text(
        """
        \(Markdown.code(control.name)) is \(Markdown.code(control.of)) a second time, in the same rounds. The table \
        shows the time of the second ÷ the time of the first. Every interval should contain 1.
        """),
      .text(
        Markdown.table(
          ["n ="] + sizes.map(Figure.grouped), rows)),
    ]
  }
}
