/// The difference between two measurements of the same candidate. A smaller difference between two candidates does not
/// count as a difference.
struct NoiseBar: Equatable, Sendable {
  /// The smallest bar. Not even two equal runs agree better than this.
  static let floor = 0.01

  let workload: String
  /// The largest |again ÷ candidate − 1| over the sizes, computed from medians.
  let largest: Double
  /// The size with the largest difference.
  let n: Int

  /// The difference that a ratio has to exceed, as a fraction.
  var bar: Double { max(largest, Self.floor) }

  /// Returns nil if the control did not run. The report then calls nothing different.
  init?(_ workload: String, control: String, of candidate: String, in suite: SuiteMeasurements) {
    let differences = suite.sizes(of: workload).compactMap { n in
      suite.ratio(workload, control, to: candidate, n).map { (n: n, difference: abs($0 - 1)) }
    }
    guard let worst = differences.max(by: { $0.difference < $1.difference }) else { return nil }
    self.workload = workload
    largest = worst.difference
    n = worst.n
  }

  /// Returns the bars by workload, without the workloads in which the control did not run.
  static func all(control: (name: String, of: String), in suite: SuiteMeasurements) -> [String: NoiseBar] {
    let bars = suite.workloads.compactMap { NoiseBar($0, control: control.name, of: control.of, in: suite) }
    return Dictionary(uniqueKeysWithValues: bars.map { ($0.workload, $0) })
  }
}
