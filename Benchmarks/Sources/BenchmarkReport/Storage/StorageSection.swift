import BenchmarkResults

/// The section on storages: which of array, linked list and dense suits a registry, and what each costs.
struct StorageSection: SuiteSection {
  static let suite = "storage"

  let measurements: SuiteMeasurements
  let environment: Environment
  let comparisons: Comparisons
  /// The memory of registries over their lives; empty where it was not measured.
  let lives: [LifeFigures]
  /// The fastest of the three storages, by workload.
  private let fastest: [String: [Verdict]]
  /// The faster of array and linked list, by workload.
  private let faster: [String: [Verdict]]

  init(_ results: Results) {
    let measurements = SuiteMeasurements(suite: Self.suite, results, candidateOrder: StorageCandidates.order)
    let comparisons = Comparisons(control: StorageCandidates.control, in: measurements)
    func verdicts(_ candidates: [String]) -> [String: [Verdict]] {
      // Without a control the report calls nothing different.
      guard !comparisons.controls.isEmpty else { return [:] }
      return Dictionary(
        uniqueKeysWithValues: measurements.workloads.map { ($0, Verdict.all($0, among: candidates, in: comparisons)) })
    }
    self.measurements = measurements
    self.comparisons = comparisons
    environment = results.environment
    lives = LifeFigures.all(results.memoryLives.filter { $0.suite == Self.suite })
    fastest = verdicts(StorageCandidates.main)
    faster = verdicts(StorageCandidates.pair)
  }

  var title: String { "Subscriber storage" }

  var body: [Block] {
    measurements.workloads.flatMap(workload)
      + GrowthTable.blocks(hiding: StorageCandidates.checks, in: measurements)
      + floorMultiples + referenceCounting + memory + memoryLife
      + ExactTable.instructions(hiding: StorageCandidates.checks, in: measurements)
      + comparisons.controlBlocks(StorageCandidates.control)
  }

  /// Returns those of the three storages that a workload timed.
  func contenders(_ workload: String) -> [String] {
    measurements.timedCandidates(of: workload).filter(StorageCandidates.main.contains)
  }

  func verdicts(_ workload: String) -> [Verdict] { fastest[workload] ?? [] }

  /// Returns the comparisons of array and linked list.
  func pairVerdicts(_ workload: String) -> [Verdict] { faster[workload] ?? [] }
}
