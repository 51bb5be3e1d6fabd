import BenchmarkHarness
import BenchmarkResults
import SubscriberWorkloads

/// The measurements of several passes, one row per cell.
struct MeasurementTable {
  /// The number of mallocs that the counters show for one known allocation; nil without counters.
  var selfCheck: Double?

  private let suite: String
  private var rows: [Measurement]
  private let indices: [CellName: Int]
  private var touched: Set<Int> = []

  init(_ suite: Suite, _ cells: [CellName]) {
    self.suite = suite.name
    let units = Dictionary(uniqueKeysWithValues: suite.workloads.map { ($0.name, $0.unit) })
    rows = cells.map { cell in
      Measurement(
        suite: cell.suite, workload: cell.workload, candidate: cell.candidate, n: cell.n,
        unit: units[cell.workload] ?? "ns/op")
    }
    indices = Dictionary(uniqueKeysWithValues: zip(cells, cells.indices))
  }

  /// The rows that have at least one figure.
  var measurements: [Measurement] {
    let check = selfCheck.map {
      Measurement(suite: suite, workload: "self-check", candidate: "allocator", n: 1, mallocsPerOp: $0)
    }
    return (check.map { [$0] } ?? []) + rows.indices.filter(touched.contains).map { rows[$0] }
  }

  mutating func set(_ statistics: Statistics, for cell: CellName) {
    update(cell) {
      $0.median = statistics.median
      $0.min = statistics.min
      $0.max = statistics.max
      $0.rounds = statistics.count
    }
  }

  mutating func set(_ trial: Trial, for cell: CellName) {
    set(trial.statistics, for: cell)
    update(cell) { $0.peakBytes = trial.peakBytes }
  }

  mutating func set(_ figures: MemoryFigures, for cell: CellName) {
    update(cell) {
      $0.mallocsPerOp = figures.mallocsPerOp
      $0.bytesPerSubscriber = figures.bytesPerSubscriber
      $0.peakBytes = figures.peakBytes
    }
  }

  mutating func set(_ figures: CallgrindRun.Figures, for cell: CellName) {
    update(cell) {
      $0.instructionsPerOp = figures.instructionsPerOp
      $0.retainsPerOp = figures.retainsPerOp
    }
  }

  private mutating func update(_ cell: CellName, _ change: (inout Measurement) -> Void) {
    guard let index = indices[cell] else { return }
    change(&rows[index])
    touched.insert(index)
  }
}
