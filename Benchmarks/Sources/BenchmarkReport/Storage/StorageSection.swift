import BenchmarkResults

/// Array, linked list or dense: which storage suits a registry, and what it costs.
struct StorageSection: SuiteSection {
  static let suite = "storage"

  let measurements: SuiteMeasurements
  let environment: Environment
  /// By workload; none where the control did not run.
  let bars: [String: NoiseBar]

  init(_ results: Results) {
    let measurements = SuiteMeasurements(
      suite: Self.suite, measurements: results.measurements, workloadOrder: StorageCandidates.workloads,
      candidateOrder: StorageCandidates.order)
    self.measurements = measurements
    environment = results.environment
    let control = StorageCandidates.control
    let bars = measurements.workloads.compactMap {
      NoiseBar($0, control: control.name, of: control.of, in: measurements)
    }
    self.bars = Dictionary(uniqueKeysWithValues: bars.map { ($0.workload, $0) })
  }

  var title: String { "Subscriber storage" }

  var body: [Block] {
    measurements.workloads.flatMap(workload)
      + floorMultiples + referenceCounting + memory + instructions + noise
  }

  /// The three storages, as far as a workload timed them.
  func contenders(_ workload: String) -> [String] {
    measurements.timedCandidates(of: workload).filter(StorageCandidates.main.contains)
  }

  func verdicts(_ workload: String, among candidates: [String] = StorageCandidates.main) -> [Verdict] {
    guard let bar = bars[workload]?.bar else { return [] }
    return Verdict.all(workload, among: candidates, bar: bar, in: measurements)
  }

  private var noise: [Block] {
    let control = StorageCandidates.control
    let rows = measurements.workloads.map { workload -> [String] in
      guard let bar = bars[workload] else {
        return [Markdown.code(workload), Figure.missing, Figure.missing, "nothing is called different"]
      }
      return [Markdown.code(workload), Figure.percent(bar.largest), Figure.grouped(bar.n), Figure.percent(bar.bar)]
    }
    guard !rows.isEmpty else { return [] }
    return [
      .heading(3, "Noise"),
      .text(
        """
        \(Markdown.code(control.name)) is \(Markdown.code(control.of)) once more, in the same rounds. What the two differ by is \
        noise, and what other candidates differ by counts only above it.
        """),
      .text(Markdown.table(["workload", "largest difference", "at n =", "noise bar"], rows)),
    ]
  }
}
