import BenchmarkResults

/// The section of a suite that has no section of its own: its figures, without conclusions.
struct GenericSection: SuiteSection {
  let title: String
  private let measurements: SuiteMeasurements

  init(suite: String, _ results: Results) {
    title = suite.prefix(1).uppercased() + suite.dropFirst()
    measurements = SuiteMeasurements(suite: suite, results)
  }

  var conclusion: [Block] { [] }

  var body: [Block] {
    measurements.workloads.flatMap { workload -> [Block] in
      var blocks: [Block] = [.heading(3, Markdown.code(workload))]
      if let sentence = measurements.sentence(of: workload) { blocks.append(.text(sentence)) }
      if measurements.sizes(of: workload).count > 1,
        let chart = TimeChart.chart(workload, candidates: measurements.timedCandidates(of: workload), in: measurements)
      {
        blocks.append(.chart(chart))
      }
      return blocks + [.text(TimeTable.markdown(workload, in: measurements))]
    }
  }
}
