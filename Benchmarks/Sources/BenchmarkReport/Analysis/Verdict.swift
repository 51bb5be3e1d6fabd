/// The fastest candidates of one workload at one size.
struct Verdict: Equatable, Sendable {
  let n: Int
  /// The median ÷ the fastest median, for each compared candidate.
  let ratios: [String: Double]
  /// The fastest candidate, and the candidates that are slower by no more than the noise bar; in the order of the
  /// candidates.
  let winners: [String]

  var isDifference: Bool { winners.count < ratios.count }

  /// Returns nil with fewer than two candidates to compare.
  init?(_ workload: String, n: Int, among candidates: [String], bar: Double, in suite: SuiteMeasurements) {
    let times = candidates.compactMap { name in suite.time(workload, name, n).map { (name, $0) } }
    guard times.count > 1, let best = times.map(\.1).min() else { return nil }
    self.n = n
    ratios = Dictionary(uniqueKeysWithValues: times.map { ($0.0, $0.1 / best) })
    winners = times.filter { $0.1 / best <= 1 + bar }.map(\.0)
  }

  static func all(
    _ workload: String, among candidates: [String], bar: Double, in suite: SuiteMeasurements
  ) -> [Verdict] {
    suite.sizes(of: workload).compactMap { Verdict(workload, n: $0, among: candidates, bar: bar, in: suite) }
  }
}

/// Neighbouring sizes with the same winners.
struct VerdictRange: Equatable, Sendable {
  private(set) var verdicts: [Verdict]

  var winners: [String] { verdicts[0].winners }
  var isDifference: Bool { verdicts[0].isDifference }
  var sizes: [Int] { verdicts.map(\.n) }

  /// Returns how many times slower than the fastest a candidate is: least and most over the sizes of the range.
  func ratios(of candidate: String) -> ClosedRange<Double>? {
    let all = verdicts.compactMap { $0.ratios[candidate] }
    guard let least = all.min(), let most = all.max() else { return nil }
    return least...most
  }

  static func grouping(_ verdicts: [Verdict]) -> [VerdictRange] {
    verdicts.reduce(into: []) { ranges, verdict in
      // A group also requires that the same candidates were compared: a candidate that ran only at small sizes did not
      // lose at large sizes.
      if let last = ranges.last, last.winners == verdict.winners,
        last.verdicts[0].ratios.keys == verdict.ratios.keys
      {
        ranges[ranges.count - 1].verdicts.append(verdict)
      } else {
        ranges.append(VerdictRange(verdicts: [verdict]))
      }
    }
  }
}
