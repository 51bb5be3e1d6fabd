import BenchmarkResults

/// The section on storages: which of array, linked list and dense suits a registry, and what each costs.
struct StorageSection: SuiteSection {
  static let suite = "storage"

  let measurements: SuiteMeasurements
  let environment: Environment
  /// The noise bars by workload, without the workloads in which the control did not run.
  let bars: [String: NoiseBar]

  init(_ results: Results) {
    measurements = SuiteMeasurements(suite: Self.suite, results, candidateOrder: StorageCandidates.order)
    environment = results.environment
    bars = NoiseBar.all(control: StorageCandidates.control, in: measurements)
  }

  var title: String { "Subscriber storage" }

  var body: [Block] {
    measurements.workloads.flatMap(workload)
      + floorMultiples + referenceCounting + memory
      + ExactTable.instructions(hiding: [StorageCandidates.control.name], in: measurements)
      + NoiseTable.blocks(bars, control: StorageCandidates.control, in: measurements)
  }

  /// Returns those of the three storages that a workload timed.
  func contenders(_ workload: String) -> [String] {
    measurements.timedCandidates(of: workload).filter(StorageCandidates.main.contains)
  }

  func verdicts(_ workload: String, among candidates: [String] = StorageCandidates.main) -> [Verdict] {
    guard let bar = bars[workload]?.bar else { return [] }
    return Verdict.all(workload, among: candidates, bar: bar, in: measurements)
  }
}
