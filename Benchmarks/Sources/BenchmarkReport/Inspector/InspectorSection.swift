import BenchmarkResults

/// The section on the cost of the inspector: of counting, of a page that is open, of a burst.
struct InspectorSection: SuiteSection {
  private typealias Names = InspectorNames

  private let measurements: SuiteMeasurements
  let limits: [Limit]

  init(_ results: Results) {
    measurements = SuiteMeasurements(suite: Names.suite, results, candidateOrder: Names.order)
    limits = InspectorLimits(measurements).all
  }

  var title: String { "Inspector" }

  var conclusion: [Block] {
    [
      .heading(2, "What does the inspector cost?"), .text(limits.claim), .text(limits.table),
    ] + [gaps, sends, burst].compactMap(\.self).map(Block.text)
  }

  var body: [Block] {
    measurements.workloads.flatMap(measurements.blocks)
      + measurements.memory(
        of: [Names.off, Names.tracing, Names.counting], title: "Memory of counting",
        remark: "Bytes are in the allocator's size classes, those of the registry included.")
      + ExactTable.instructions(hiding: [Names.control.name], in: measurements)
      + Comparisons(control: Names.control, in: measurements).controlBlocks(Names.control)
  }

  /// Why figures are missing.
  private var gaps: String? {
    guard limits.contains(where: { $0.outcome == .notMeasured }) else { return nil }
    return """
      n/a: not measured. A quick run watches only a few busy subjects; the cost of counting takes the program's three \
      builds; bytes need jemalloc; and the time of the inspector's thread is told by Linux only.
      """
  }

  /// What a send costs while a page is open, by the time that does not depend on other programs.
  private var sends: String? {
    let parts = Names.loads.compactMap { load -> String? in
      let workload = Names.ratio(load)
      guard let times = times(Names.watching(load), Names.alone, Names.watched),
        let ratio = measurements.sizes(of: workload).last.flatMap({ measurements.time(workload, Names.watched, $0) })
      else { return nil }
      return "\(Markdown.code(Names.watching(load))) \(times), \(Figure.ratio(ratio))"
    }
    guard !parts.isEmpty else { return nil }
    return """
      The processor time of a send without a reader, and while a page is open: \(parts.joined(separator: "; ")). \
      The clock also shows what other programs take, and that the inspector shares the cores with the senders.
      """
  }

  private var burst: String? {
    guard let times = times(Names.burst, Names.alone, Names.burst) else { return nil }
    return "The processor time of a send to 10 subscribers before a burst, and during the burst: \(times)."
  }

  /// Returns two times of a workload, such as `40.1 ns and 40.2 ns`.
  private func times(_ workload: String, _ first: String, _ second: String) -> String? {
    guard let n = measurements.sizes(of: workload).last, let before = measurements.time(workload, first, n),
      let after = measurements.time(workload, second, n)
    else { return nil }
    return [before, after].map { Figure.number($0) + Figure.space + "ns" }.joined(separator: " and ")
  }
}
