import BenchmarkResults

/// A difference that every run must find. So caution cannot pass for truth: a method that called nothing different
/// would miss all of these.
struct KnownDifference: Sendable, CustomStringConvertible {
  let suite: String
  let workload: String
  let n: Int
  let slower: String
  let faster: String

  var description: String {
    let place = "\(Markdown.code(workload)), \(Markdown.size(n))"
    return "\(Markdown.code(slower)) is slower than \(Markdown.code(faster)) in \(place)"
  }

  /// Returns the time of the slower candidate ÷ the time of the faster one; nil if the run did not time both. The run
  /// found the difference if the interval calls the first candidate slower.
  func interval(in results: Results) -> MeasuredInterval? {
    let measurements = SuiteMeasurements(suite: suite, results)
    return MeasuredInterval(measurements.samples(workload, slower, n), to: measurements.samples(workload, faster, n))
  }

  static let all: [KnownDifference] = storages + runtime

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
