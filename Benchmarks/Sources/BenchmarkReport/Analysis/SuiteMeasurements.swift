import BenchmarkResults

/// The rows of one suite in one setting, by workload, candidate and size.
struct SuiteMeasurements: Sendable {
  /// The conditions of measuring processes that may change the answer.
  struct Setting: Hashable, Sendable {
    var heap: String
    var allocator: String

    /// The setting in words: `aged heap with jemalloc`.
    var name: String { "\(heap) heap with \(allocator)" }
  }

  let suite: String
  /// The workloads, in the order in which the results describe them.
  let workloads: [String]
  let candidates: [String]
  private let descriptions: [String: WorkloadDescription]
  private let rows: [Key: Measurement]

  private struct Key: Hashable {
    var workload: String
    var candidate: String
    var n: Int
  }

  /// The name of the row that checks the allocator's counters. The row is not a workload to compare.
  static let selfCheck = "self-check"

  /// Takes the rows of the setting in which every cell was measured, which programs write first.
  ///
  /// - Parameter candidateOrder: The order of candidates; others follow as they first appear.
  init(suite: String, _ results: Results, candidateOrder: [String] = []) {
    let described = results.workloads.filter { $0.suite == suite }
    descriptions = Dictionary(described.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    let all = results.measurements.filter { $0.suite == suite && $0.workload != Self.selfCheck }
    let own = all.filter { ($0.heap, $0.allocator) == (all[0].heap, all[0].allocator) }
    self.suite = suite
    workloads = own.map(\.workload).uniqued(first: described.map(\.name))
    candidates = own.map(\.candidate).uniqued(first: candidateOrder)
    rows = Dictionary(
      own.map { (Key(workload: $0.workload, candidate: $0.candidate, n: $0.n), $0) }, uniquingKeysWith: { $1 })
  }

  /// All workloads of the suite, measured this time or not, as far as the results tell.
  var knownWorkloads: [String] { descriptions.isEmpty ? workloads : descriptions.keys.sorted() }

  /// Returns the sentences that define one operation of a workload; nil in results of earlier programs.
  func sentence(of workload: String) -> String? { descriptions[workload]?.sentence }

  /// Returns the word for one operation of a workload.
  func operation(of workload: String) -> String { descriptions[workload]?.operation ?? "operation" }

  func row(_ workload: String, _ candidate: String, _ n: Int) -> Measurement? {
    rows[Key(workload: workload, candidate: candidate, n: n)]
  }

  /// Returns the times by process and round; nil where the cell was not timed.
  func samples(_ workload: String, _ candidate: String, _ n: Int) -> [[Double]]? {
    row(workload, candidate, n)?.samples
  }

  /// Returns the median time; nil if there is no time from which a ratio can be computed.
  func time(_ workload: String, _ candidate: String, _ n: Int) -> Double? {
    guard let time = row(workload, candidate, n)?.median, time.isFinite, time > 0 else { return nil }
    return time
  }

  func ratio(_ workload: String, _ candidate: String, to base: String, _ n: Int) -> Double? {
    guard let time = time(workload, candidate, n), let floor = self.time(workload, base, n) else { return nil }
    return time / floor
  }

  var sizes: [Int] { Set(rows.keys.map(\.n)).sorted() }

  func sizes(of workload: String) -> [Int] {
    Set(rows.keys.lazy.filter { $0.workload == workload }.map(\.n)).sorted()
  }

  /// Returns the candidates that a workload timed, in the suite's order.
  func timedCandidates(of workload: String) -> [String] {
    candidates.filter { candidate in sizes(of: workload).contains { time(workload, candidate, $0) != nil } }
  }

  /// Returns the sizes at which the figure was measured for at least one candidate.
  func sizes(with figure: KeyPath<Measurement, Double?>) -> [Int] {
    Set(rows.values.lazy.filter { $0[keyPath: figure] != nil }.map(\.n)).sorted()
  }

  func unit(of workload: String) -> String {
    sizes(of: workload).lazy.compactMap { n in candidates.lazy.compactMap { row(workload, $0, n)?.unit }.first }.first
      ?? "ns/op"
  }
}

extension Array where Element == String {
  /// Returns each string once: first the strings of `order` that occur, then the rest in their own order.
  func uniqued(first order: [String]) -> [String] {
    var seen = Set<String>()
    let present = Set(self)
    return (order.filter(present.contains) + self).filter { seen.insert($0).inserted }
  }
}
