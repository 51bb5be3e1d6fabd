import BenchmarkResults

/// The section on the cost of signals, compared with the peer, with their own registry, and with the floor.
struct RuntimeSection: SuiteSection {
  static let suite = "runtime"

  let measurements: SuiteMeasurements
  let environment: Environment
  let intervals: Comparisons
  /// The comparisons with the peer in the project's own workloads.
  let comparisons: [Comparison]
  /// The comparisons with the peer in the published workloads.
  let publishedComparisons: [Comparison]

  init(_ results: Results) {
    measurements = SuiteMeasurements(suite: Self.suite, results)
    environment = results.environment
    intervals = Comparisons(control: RuntimeCandidates.control, in: measurements)
    let all = Comparison.all(intervals)
    comparisons = all.filter { !Self.isPublished($0.workload) }
    publishedComparisons = all.filter { Self.isPublished($0.workload) }
  }

  var title: String { "Runtime" }

  var body: [Block] {
    measurements.workloads.filter { !Self.isPublished($0) }.flatMap(workload) + libraries + published
      + GrowthTable.blocks(hiding: RuntimeCandidates.checks, in: measurements)
      + TwoThreads.blocks(hiding: RuntimeCandidates.checks, in: measurements)
      + below + memory
      + ExactTable.instructions(hiding: RuntimeCandidates.checks, in: measurements)
      + intervals.controlBlocks(RuntimeCandidates.control, isHidden: Self.isPublished) + caveats
  }

  private func workload(_ workload: String) -> [Block] {
    var blocks: [Block] = [.heading(3, Markdown.code(workload))]
    if let sentence = measurements.sentence(of: workload) { blocks.append(.text(sentence)) }
    let drawn = measurements.timedCandidates(of: workload).filter { !RuntimeCandidates.checks.contains($0) }
    let timedSizes = measurements.sizes(of: workload).filter { n in
      drawn.contains { measurements.time(workload, $0, n) != nil }
    }
    if timedSizes.count > 1, !TwoThreads.countsThreads(workload),
      let chart = TimeChart.chart(workload, candidates: drawn, in: measurements)
    {
      blocks.append(.chart(chart))
    }
    return blocks + [.text(TimeTable.markdown(workload, in: measurements))]
  }

  /// The part of each time that is the subject's own.
  private var below: [Block] {
    let rows = measurements.workloads.filter { !TwoThreads.countsThreads($0) }.flatMap { workload in
      measurements.sizes(of: workload).compactMap { n -> [String]? in
        let ratios = RuntimeCandidates.below.map {
          measurements.ratio(workload, RuntimeCandidates.own, to: $0, n)
        }
        guard ratios.contains(where: { $0 != nil }) else { return nil }
        return [Markdown.code(workload), Figure.grouped(n)] + ratios.map(Figure.ratio)
      }
    }
    guard !rows.isEmpty else { return [] }
    return [
      .heading(3, "Distance from the registry and the floor"),
      .text(
        """
        \(Markdown.code("registry")) is the bare registry on which a subject is built. \(Markdown.code("floor-swift")) \
        is a bare loop over the handlers, without a lock, without promises, without reference counting. Each figure \
        is Switchboard's time ÷ the time of the registry or the loop.
        """),
      .text(
        Markdown.table(
          ["workload", "n"] + RuntimeCandidates.below.map { "÷ \(Markdown.code($0))" }, rows)),
    ]
  }

  private var caveats: [Block] {
    guard !comparisons.isEmpty else { return [] }
    return [
      .heading(3, "What the comparison leaves out"),
      .text(
        Markdown.bullets([
          """
          OpenCombine does more with each value: every subscriber states its demand, which is checked, counted down \
          and added to under locks. Switchboard has no back-pressure; a program that needs it must add it.
          """,
          """
          Switchboard also does more: it keeps subscription order, which OpenCombine does not, and orders sends that \
          several threads or handlers make at the same time.
          """,
          """
          All workloads run on one thread, except those whose names end with `threads` and \
          \(Markdown.code("published.threaded")). A registry is faster on the thread that first sends on it. After \
          another thread has sent, each send costs two more atomic exchanges. Run with \
          \(Markdown.code("SWITCHBOARD_THREAD_BIAS=off")) to measure that case.
          """,
          """
          Handlers do almost nothing. All candidates use the same closure literal, which captures an object and a \
          number. Mallocs and bytes include its context of 32 bytes.
          """,
        ])),
    ]
  }
}
