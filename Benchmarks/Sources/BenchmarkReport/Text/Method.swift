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
      **Times.** All candidates of a suite run interleaved in one process (the suite of tracing: one process per \
      build). Every round runs each candidate once at each size, in shuffled order, so that a slow phase of the \
      machine affects all candidates alike. The report ignores the warm-up round. A time is the median of \(count) \
      timed rounds; charts and tables also show minimum and maximum. Compare ratios within this run, not times \
      between runs: on a shared machine, and after any rebuild, times change more than most differences here.
      """
  }

  private static let control = """
    **Noise bar.** The suite measures one candidate twice. The largest difference between the two measurements, over \
    the sizes of a workload, is the noise bar of that workload (at least \(Figure.percent(NoiseBar.floor))). The \
    report calls a smaller difference no difference.
    """

  private static let exact = """
    **Exact figures.** Mallocs and bytes come from the allocator's counters and are counts, not samples. Before the \
    run, a self-check makes a known number of allocations, and the counters must show exactly this number. \
    Instructions and retains come from callgrind, in separate processes. Exact figures repeat from run to run, so \
    `make bench-check` compares them, and not the times. A figure that could not be measured reads n/a.
    """
}
