import BenchmarkResults
import BenchmarkStatistics

/// A short description of how the figures were measured.
enum Method {
  static func text(_ results: Results) -> String {
    [times(results), control, exact].joined(separator: "\n\n")
  }

  private static func times(_ results: Results) -> String {
    let timed = results.measurements.filter { $0.samples != nil }
    return """
      **Times.** The unit of repetition is the process. \(range(timed.map { $0.samples?.count ?? 0 })) short processes \
      measure each group of candidates, each process in \(range(timed.map(\.rounds))) rounds. A round runs every \
      candidate of the group once, in shuffled order, so that a slow moment of the machine affects all of them. The \
      processes differ on purpose in what a process has at random: the size of the environment, the place of the first \
      allocations, the order in which subscribers leave. A time is the median over the processes of the median over \
      their rounds. Compare ratios within this run, not times between runs: on a shared machine, and after any \
      rebuild, times change more than most differences here.
      """
  }

  private static func range(_ counts: [Int]) -> String {
    guard let least = counts.min(), let most = counts.max() else { return "no" }
    return least == most ? "\(least)" : "\(least) to \(most)"
  }

  private static let control = """
    **Ratios.** A ratio of two candidates is paired: both times come from the same round of the same process. The \
    interval after a ratio is the 95 % interval in which another run finds the ratio. The interval comes from a \
    bootstrap over processes, then rounds. A candidate is faster only if the whole interval is more than \
    \(Figure.percent(MeasuredInterval.threshold)) away from 1. Where some processes find it faster and others slower, \
    each in all its rounds, the answer depends on the memory layout. Everything else is no difference. The suite \
    measures one candidate twice; the two must show no difference.
    """

  private static let exact = """
    **Exact figures.** Mallocs and bytes come from the allocator's counters and are counts, not samples. Before the \
    run, a self-check makes a known number of allocations, and the counters must show exactly this number. \
    Instructions and retains come from callgrind, in separate processes. Exact figures repeat from run to run, so \
    `make bench-check` compares them, and not the times. A figure that could not be measured reads n/a.
    """
}
