import BenchmarkResults

/// Made-up lives: 1000 subscribers at the peak, 125 after most have left.
struct CannedLives: Sendable {
  var candidates = ["array", "linked-list", "dense"]
  var allocators = ["jemalloc", "mimalloc", "system"]

  var lives: [MemoryLife] {
    allocators.flatMap { allocator in
      candidates.map {
        MemoryLife(suite: "storage", candidate: $0, allocator: allocator, points: points($0, allocator))
      }
    }
  }

  /// Returns the results of a run without any times.
  var results: Results {
    var results = CannedResults(sizes: []).results
    results.memoryLives = lives
    return results
  }

  private func points(_ candidate: String, _ allocator: String) -> [MemoryLife.Point] {
    let each = candidate == "linked-list" ? 80 : 90
    let steps: [(MemoryLife.Step, subscribers: Int, active: Int, resident: Int)] = [
      (.grow, 1, 4096, 4096), (.grow, 1000, 100_000, 110_000), (.churn, 500, 100_000, 120_000),
      (.churn, 1000, 100_000, 120_000), (.shrink, 125, 60_000, 90_000), (.empty, 0, 0, 90_000),
      (.purge, 0, 0, 12_000), (.gone, 0, 0, 12_000),
    ]
    let isExact = allocator == "jemalloc"
    return steps.map { step, subscribers, active, resident in
      MemoryLife.Point(
        step: step, subscribers: subscribers, requested: isExact ? subscribers * each : nil,
        allocated: allocator == "mimalloc" ? nil : subscribers * (isExact ? each : each * 10 / 9),
        active: isExact ? active : nil, resident: resident, retained: isExact ? 0 : nil)
    }
  }
}
