import BenchmarkHarness
import BenchmarkResults
import SubscriberWorkloads

/// The measurements of several passes, one row per cell and setting.
struct MeasurementTable {
  /// The number of mallocs that the counters show for one known allocation; nil without counters.
  var selfCheck: Double?

  private let suite: String
  private let units: [String: String]
  private var rows: [Measurement] = []
  private var indices: [TimingPass.Key: Int] = [:]

  init(_ suite: Suite) {
    self.suite = suite.name
    units = Dictionary(uniqueKeysWithValues: suite.workloads.map { ($0.name, $0.unit) })
  }

  /// The rows, in the order of `keys`.
  func measurements(_ keys: [TimingPass.Key]) -> [Measurement] {
    let check = selfCheck.map {
      Measurement(
        suite: suite, workload: "self-check", candidate: "allocator", n: 1,
        allocator: ProcessSetting.base.allocator.rawValue, mallocsPerOp: $0)
    }
    return (check.map { [$0] } ?? []) + keys.compactMap { indices[$0] }.map { rows[$0] }
  }

  mutating func set(_ outcome: TimingPass.Outcome) {
    for (key, samples) in outcome.samples {
      if let statistics = Statistics(processes: samples) { set(statistics, for: key) }
    }
  }

  private mutating func set(_ statistics: Statistics, for key: TimingPass.Key) {
    update(key) {
      $0.median = Rounding.sample(statistics.median)
      $0.min = statistics.min
      $0.max = statistics.max
      $0.rounds = statistics.rounds
      $0.samples = statistics.processes
    }
  }

  mutating func set(_ trial: Trial, for cell: CellName) {
    update(TimingPass.Key(cell: cell, setting: .base)) {
      // Rounding would spoil a figure that is exact.
      $0.median = trial.statistics.median
      $0.min = trial.statistics.min
      $0.max = trial.statistics.max
      $0.rounds = trial.statistics.rounds
      $0.peakBytes = trial.peakBytes
    }
  }

  mutating func set(_ figures: MemoryFigures, for cell: CellName) {
    update(TimingPass.Key(cell: cell, setting: .base)) {
      $0.mallocsPerOp = figures.mallocsPerOp
      $0.bytesPerSubscriber = figures.bytesPerSubscriber
      $0.peakBytes = figures.peakBytes
    }
  }

  mutating func set(_ figures: CallgrindRun.Figures, for cell: CellName) {
    update(TimingPass.Key(cell: cell, setting: .base)) {
      $0.instructionsPerOp = figures.instructionsPerOp
      $0.retainsPerOp = figures.retainsPerOp
    }
  }

  private mutating func update(_ key: TimingPass.Key, _ change: (inout Measurement) -> Void) {
    let index = indices[key] ?? rows.count
    if index == rows.count {
      indices[key] = index
      rows.append(
        Measurement(
          suite: key.cell.suite, workload: key.cell.workload, candidate: key.cell.candidate, n: key.cell.n,
          heap: key.setting.heap.rawValue, allocator: key.setting.allocator.rawValue,
          unit: units[key.cell.workload] ?? "ns/op"))
    }
    change(&rows[index])
  }
}
