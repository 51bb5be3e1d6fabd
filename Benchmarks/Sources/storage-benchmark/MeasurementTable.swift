import BenchmarkHarness
import BenchmarkResults

/// Measurements as they come in from several passes, one row per cell.
struct MeasurementTable {
  /// Mallocs that the counters show for one known allocation; nil without counters.
  var selfCheck: Double?

  private var rows: [Measurement]
  private let indices: [CallgrindRun.Key: Int]
  private var touched: Set<Int> = []

  init(_ keys: [CallgrindRun.Key]) {
    rows = keys.map {
      Measurement(suite: "storage", workload: $0.workload.rawValue, candidate: $0.candidate, n: $0.n)
    }
    indices = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
  }

  /// Rows of which something is known.
  var measurements: [Measurement] {
    let check = selfCheck.map {
      Measurement(suite: "storage", workload: "self-check", candidate: "allocator", n: 1, mallocsPerOp: $0)
    }
    return (check.map { [$0] } ?? []) + rows.indices.filter(touched.contains).map { rows[$0] }
  }

  mutating func set(_ statistics: Statistics, for key: CallgrindRun.Key) {
    update(key) {
      $0.median = statistics.median
      $0.min = statistics.min
      $0.max = statistics.max
      $0.rounds = statistics.count
    }
  }

  mutating func set(_ figures: MemoryFigures, for key: CallgrindRun.Key) {
    update(key) {
      $0.mallocsPerOp = figures.mallocsPerOp
      $0.bytesPerSubscriber = figures.bytesPerSubscriber
      $0.peakBytes = figures.peakBytes
    }
  }

  mutating func set(_ figures: CallgrindRun.Figures, for key: CallgrindRun.Key) {
    update(key) {
      $0.instructionsPerOp = figures.instructionsPerOp
      $0.retainsPerOp = figures.retainsPerOp
    }
  }

  private mutating func update(_ key: CallgrindRun.Key, _ change: (inout Measurement) -> Void) {
    guard let index = indices[key] else { return }
    change(&rows[index])
    touched.insert(index)
  }
}
