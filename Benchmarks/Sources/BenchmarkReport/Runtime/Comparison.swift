/// Switchboard against its peer, in one workload at one size.
struct Comparison: Equatable, Sendable {
  enum Outcome: Sendable { case faster, slower, noDifference }

  let workload: String
  let n: Int
  let own: Double
  let peer: Double
  /// What the ratio has to exceed to mean anything, as a fraction.
  let bar: Double

  /// How many times as fast Switchboard is.
  var speedup: Double { peer / own }

  var outcome: Outcome {
    if speedup > 1 + bar { return .faster }
    return speedup < 1 / (1 + bar) ? .slower : .noDifference
  }

  /// `subject.send`, n = 256.
  var place: String { "\(Markdown.code(workload)), \(Markdown.size(n))" }

  /// Of all workloads that timed both, and the control: without one, nothing may be called different.
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
