import BenchmarkResults
import BenchmarkStatistics

/// A difference that every run must find. So caution cannot pass for truth: a method that called nothing different
/// would miss all of these.
struct KnownDifference: Sendable, CustomStringConvertible {
  /// A difference is a ratio beyond this. Two copies of one function may differ by less.
  static let least = 1 + MeasuredInterval.threshold

  let suite: String
  let workload: String
  let n: Int
  let slower: String
  let faster: String
  /// By how many percent the slower candidate does more work than it counts; nil for candidates that differ otherwise.
  var planted: Int?

  var description: String {
    let place = "\(Markdown.code(workload)), \(Markdown.size(n))"
    return "\(Markdown.code(slower)) is slower than \(Markdown.code(faster)) in \(place)"
  }

  /// Whether every run must find the difference. A run may miss a difference of 3 %.
  var isRequired: Bool { (planted ?? .max) >= 5 }

  /// Returns the test that finds the difference; nil if a run does not have both candidates.
  func test(_ scope: AnswerScope) -> RatioTest? {
    scope.test(suite, workload, slower, to: faster, n, .above(Self.least))
  }

  static let all: [KnownDifference] = storages + runtime + planted

  /// Both suites have candidates that do 3 and 5 % more work than they count.
  private static let planted = PlantedCandidate.percentages.flatMap { percent in
    PlantedCandidate.places.map { place in
      KnownDifference(
        suite: place.suite, workload: place.workload, n: place.n,
        slower: PlantedCandidate.name(place.candidate, percent: percent), faster: place.candidate, planted: percent)
    }
  }

  private static let storages =
    [
      // The nodes of a list are scattered after churn.
      ("send.churned", 65536, "linked-list", "array"), ("send.churned", 65536, "linked-list", "dense"),
      // A removal searches the array.
      ("unsubscribe.random", 4096, "array", "dense"), ("unsubscribe.random", 65536, "array", "dense"),
      ("unsubscribe.random", 4096, "array", "linked-list"), ("churn", 4096, "array", "dense"),
      ("churn", 65536, "array", "linked-list"), ("unsubscribe.fifo", 65536, "array", "dense"),
      // The textbook forms retain and release.
      ("send.fresh", 256, "array-naive", "array"), ("send.fresh", 256, "linked-list-naive", "linked-list"),
      ("send.fresh", 256, "dictionary", "dense"), ("send.fresh", 1, "array-copy-on-send", "array"),
    ].map { KnownDifference(suite: "storage", workload: $0.0, n: $0.1, slower: $0.2, faster: $0.3) }

  private static let runtime =
    [
      // The peer keeps account of demand, under locks.
      ("subject.send", 256, "opencombine", "switchboard"), ("operators.map+filter", 1, "opencombine", "switchboard"),
      ("subject.subscribe+dispose", 256, "opencombine", "switchboard"),
      // A lock, an order of sends and a handle are not free.
      ("subject.send", 1, "switchboard", "floor-swift"),
    ].map { KnownDifference(suite: "runtime", workload: $0.0, n: $0.1, slower: $0.2, faster: $0.3) }
}
