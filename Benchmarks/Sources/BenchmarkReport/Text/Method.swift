import BenchmarkResults

/// A short description of how the figures were measured.
enum Method {
  static func text(_ results: Results) -> String {
    [times(results), control, exact].joined(separator: "\n\n")
  }

  private static func times(_ results: Results) -> String {
    let rounds = results.measurements.filter { $0.unit == "ns/op" }.map(\.rounds).filter { $0 > 0 }
    let count =
      switch (rounds.min(), rounds.max()) {
      case (let least?, let most?): least == most ? "\(least)" : "\(least) to \(most)"
      default: "no"
      }
    return """
      **Times.** All candidates of a suite run in one process, or of one build of it where it takes two, interleaved: \
      every round runs each of them once at each size, in shuffled order, so that a slow phase of the machine hits all \
      alike. A warm-up round is thrown away. A time is the median of \(count) timed rounds; charts and tables show \
      minimum and maximum beside it. Compare ratios within this run, not times between runs: on a shared machine, and \
      after any rebuild, times move more than most differences here.
      """
  }

  private static let control = """
    **Noise bar.** One candidate is registered twice. The largest difference between the two, over the sizes of a \
    workload, is the noise bar of that workload (at least \(Figure.percent(NoiseBar.floor))); a smaller difference is \
    reported as no difference.
    """

  private static let exact = """
    **Exact figures.** Mallocs and bytes come from the allocator's own counters and are counts, not samples. Before \
    anything is measured, a known number of allocations is made and must be seen exactly (the self-check). \
    Instructions and retains come from callgrind, in processes of their own. They repeat from run to run, so they, and \
    not the times, are what `make bench-check` compares. What could not be measured reads n/a.
    """
}
