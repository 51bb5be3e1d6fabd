import BenchmarkResults
import BenchmarkStatistics

/// The comparison of storages in one replayed workload.
struct ReplayVerdict {
  static let suite = "replay"

  /// The time of each storage ÷ the least time; nil for the fastest.
  let ratios: [(storage: String, interval: MeasuredInterval?)]
  let fastest: String
  /// The storages that are not shown to be slower than the fastest.
  let winners: [String]
  /// The time of the storage of the runtime a second time ÷ the first; nil if it was not measured.
  let control: MeasuredInterval?

  /// Returns the comparisons of the suite.
  static func comparisons(_ results: Results) -> Comparisons {
    Comparisons(
      control: StorageCandidates.control,
      in: SuiteMeasurements(suite: suite, results, candidateOrder: StorageCandidates.order))
  }

  /// Returns nil if the workload was not measured.
  init?(_ workload: String, in comparisons: Comparisons) {
    guard let n = comparisons.suite.sizes(of: workload).first,
      let verdict = Verdict(workload, n: n, among: StorageCandidates.main, in: comparisons)
    else { return nil }
    ratios = StorageCandidates.main.filter(verdict.candidates.contains).map { ($0, verdict.intervals[$0]) }
    fastest = verdict.fastest
    winners = verdict.winners
    control = comparisons.controls.first { $0.workload == workload && $0.n == n }?.interval
  }

  /// The storage to choose: that of the runtime, unless it is shown to be slower than another.
  var choice: String { winners.contains(StorageCandidates.control.of) ? StorageCandidates.control.of : fastest }

  /// The choice, with its time or that of the others: `dense, 1.07 × (1.04–1.10) the time of the fastest, array`.
  var text: String {
    if winners.count == ratios.count {
      return
        "any storage; none is shown to be slower than another, and the runtime uses \(StorageCandidates.control.of)"
    }
    if choice != fastest {
      let own = ratios.first { $0.storage == choice }?.interval
      return "\(choice), \(Figure.interval(own)) the time of \(fastest), which is not shown to be faster"
    }
    let others = ratios.filter { $0.storage != fastest }.map { "\($0.storage) takes \(Figure.interval($0.interval))" }
    return "\(choice); \(Markdown.list(others)) its time"
  }
}
