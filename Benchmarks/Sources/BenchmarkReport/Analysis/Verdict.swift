import BenchmarkStatistics

/// The fastest candidates of one workload at one size.
struct Verdict: Equatable, Sendable {
  let n: Int
  /// The candidate with the least time.
  let fastest: String
  /// The time ÷ the time of ``fastest``, for each other compared candidate.
  let intervals: [String: MeasuredInterval]
  /// The fastest candidate, and the candidates that are not shown to be slower; in the order of the candidates.
  let winners: [String]

  /// The compared candidates.
  var candidates: Set<String> { Set(intervals.keys).union([fastest]) }

  var isDifference: Bool { winners.count <= intervals.count }

  /// Returns nil with fewer than two candidates to compare.
  init?(_ workload: String, n: Int, among candidates: [String], in comparisons: Comparisons) {
    let timed = candidates.filter { comparisons.suite.samples(workload, $0, n) != nil }
    guard let base = timed.first, timed.count > 1 else { return nil }
    let ratios = timed.dropFirst().map { name in
      (name, comparisons.interval(workload, name, to: base, n)?.ratio ?? .infinity)
    }
    let least = ([(base, 1)] + ratios).min { $0.1 < $1.1 }?.0 ?? base
    self.n = n
    fastest = least
    let intervals = Dictionary(
      uniqueKeysWithValues: timed.filter { $0 != least }.compactMap { name in
        comparisons.interval(workload, name, to: least, n).map { (name, $0) }
      })
    self.intervals = intervals
    winners = timed.filter { $0 == least || intervals[$0].map { $0.call != .slower } ?? false }
    guard !intervals.isEmpty else { return nil }
  }

  static func all(_ workload: String, among candidates: [String], in comparisons: Comparisons) -> [Verdict] {
    comparisons.suite.sizes(of: workload).compactMap {
      Verdict(workload, n: $0, among: candidates, in: comparisons)
    }
  }
}

/// Neighbouring sizes with the same winners.
struct VerdictRange: Equatable, Sendable {
  private(set) var verdicts: [Verdict]

  var winners: [String] { verdicts[0].winners }
  var isDifference: Bool { verdicts[0].isDifference }
  var sizes: [Int] { verdicts.map(\.n) }

  static func grouping(_ verdicts: [Verdict]) -> [VerdictRange] {
    verdicts.reduce(into: []) { ranges, verdict in
      // A group also requires that the same candidates were compared: a candidate that ran only at small sizes did not
      // lose at large sizes.
      if let last = ranges.last, last.winners == verdict.winners, last.verdicts[0].candidates == verdict.candidates {
        ranges[ranges.count - 1].verdicts.append(verdict)
      } else {
        ranges.append(VerdictRange(verdicts: [verdict]))
      }
    }
  }
}
