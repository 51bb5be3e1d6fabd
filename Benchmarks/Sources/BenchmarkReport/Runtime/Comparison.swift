/// The comparison of Switchboard with its peer in one workload at one size.
struct Comparison: Equatable, Sendable {
  enum Outcome: Sendable { case faster, slower, noDifference }

  let workload: String
  let n: Int
  let own: Double
  let peer: Double
  /// The difference that the ratio has to exceed, as a fraction.
  let bar: Double

  /// The speed of Switchboard ÷ the speed of the peer.
  var speedup: Double { peer / own }

  var outcome: Outcome {
    if speedup > 1 + bar { return .faster }
    return speedup < 1 / (1 + bar) ? .slower : .noDifference
  }

  /// The workload and the size: `subject.send`, n = 256.
  var place: String { "\(Markdown.code(workload)), \(Markdown.size(n))" }

  /// Returns the comparisons of all workloads that timed Switchboard, the peer, and the control. Without the control,
  /// the report calls nothing different.
  static func all(bars: [String: NoiseBar], in suite: SuiteMeasurements) -> [Comparison] {
    suite.workloads.flatMap { workload -> [Comparison] in
      guard let bar = bars[workload]?.bar else { return [] }
      return suite.sizes(of: workload).compactMap { n in
        guard let own = suite.time(workload, RuntimeCandidates.own, n),
          let peer = suite.time(workload, RuntimeCandidates.peer, n)
        else { return nil }
        return Comparison(workload: workload, n: n, own: own, peer: peer, bar: bar)
      }
    }
  }
}
