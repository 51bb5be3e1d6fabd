import BenchmarkResults

/// A made-up run: a deterministic model of the figures that storages of these kinds show.
struct CannedResults: Sendable {
  var sizes = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536]
  /// The workloads that were measured.
  var workloads = allWorkloads
  var candidates = [
    "array", "linked-list", "dense", "dense-again", "array-naive", "array-copy-on-send", "linked-list-naive",
    "dictionary", "floor-swift", "floor-c",
  ]
  /// The disagreement of processes.
  var jitter = 0.002
  /// The number of processes.
  var processes = 12
  /// The settings of the heap.
  var heaps = ["clean"]
  var partial = false
  var hasMemory = true
  var hasInstructions = true

  var results: Results {
    Results(
      partial: partial, environment: environment,
      workloads: Self.allWorkloads.map {
        WorkloadDescription(suite: "storage", name: $0, sentence: "Does \($0).", operation: "delivery")
      },
      measurements: [selfCheck] + rows)
  }

  private static let allWorkloads = [
    "send.fresh", "send.churned", "subscribe", "unsubscribe.random", "unsubscribe.fifo", "unsubscribe.lifo", "churn",
  ]

  private var environment: Environment {
    Environment(
      date: "2026-11-21T10:00:00Z", commit: "0123abc", cpu: "AMD EPYC", cores: 2, os: "Debian GNU/Linux 12, Linux 6.1",
      swift: "Swift 6.3.1", flags: "-O",
      allocator: hasMemory
        ? Allocator(name: "jemalloc", version: "5.3.0", selfCheck: .passed)
        : Allocator(name: "system", version: nil, selfCheck: .unavailable))
  }

  private var selfCheck: Measurement {
    Measurement(
      suite: "storage", workload: "self-check", candidate: "allocator", n: 1, mallocsPerOp: hasMemory ? 1 : nil)
  }

  private var rows: [Measurement] {
    workloads.flatMap { workload in
      candidates.flatMap { candidate in
        sizes.flatMap { n in heaps.compactMap { row(workload, candidate, n, heap: $0) } }
      }
    }
  }

  private func row(_ workload: String, _ candidate: String, _ n: Int, heap: String) -> Measurement? {
    let isControl = candidate == "dense-again"
    guard let model = StorageModel.all[isControl ? "dense" : candidate], let time = model.time(workload, n) else {
      return nil
    }
    let isFloor = candidate.hasPrefix("floor")
    return Measurement(
      suite: "storage", workload: workload, candidate: candidate, n: n, heap: heap, median: time,
      min: time * 0.97, max: time * 1.08, rounds: 4,
      samples: CannedSamples(processes: processes, jitter: jitter).samples(time, candidate, n),
      mallocsPerOp: hasMemory ? model.mallocs(workload) : nil,
      bytesPerSubscriber: hasMemory && workload == "subscribe" && !isFloor ? model.bytes(n) : nil,
      peakBytes: hasMemory && workload == "subscribe" && !isFloor ? model.bytes(n) * Double(n) * 1.5 : nil,
      instructionsPerOp: hasInstructions && n == 1024 ? model.instructions(workload) : nil,
      retainsPerOp: hasInstructions && n == 1024 ? model.retains(workload) : nil)
  }
}
