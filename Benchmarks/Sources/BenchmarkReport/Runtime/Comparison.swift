import BenchmarkStatistics

/// The comparison of Switchboard with its peer in one workload at one size.
struct Comparison: Equatable, Sendable {
  let workload: String
  let n: Int
  let own: Double
  let peer: Double
  /// The time of the peer ÷ the time of Switchboard: the speed of Switchboard ÷ the speed of the peer.
  let speedup: MeasuredInterval

  /// The workload and the size: `subject.send`, n = 256.
  var place: String { "\(Markdown.code(workload)), \(Markdown.size(n))" }

  /// Returns the comparisons of all workloads that timed Switchboard, the peer, and the control. Without the control,
  /// the report calls nothing different.
  static func all(_ comparisons: Comparisons) -> [Comparison] {
    let suite = comparisons.suite
    let controlled = Set(comparisons.controls.map(\.workload))
    return suite.workloads.filter(controlled.contains).flatMap { workload in
      suite.sizes(of: workload).compactMap { n in
        guard let own = suite.time(workload, RuntimeCandidates.own, n),
          let peer = suite.time(workload, RuntimeCandidates.peer, n),
          let speedup = comparisons.interval(workload, RuntimeCandidates.peer, to: RuntimeCandidates.own, n)
        else { return nil }
        return Comparison(workload: workload, n: n, own: own, peer: peer, speedup: speedup)
      }
    }
  }
}
