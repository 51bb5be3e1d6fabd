import BenchmarkResults
import BenchmarkStatistics
import Foundation

/// The growth of one candidate's cost in one workload: by instructions, which are exact, and by times.
struct Growth: Sendable {
  /// The class by times, and how sure it is.
  struct Timed: Equatable, Sendable {
    let growth: GrowthClass
    /// The share of resampled runs that have the same class.
    let confidence: Double
    let points: [GrowthPoint]

    /// The time at the largest size ÷ the time at the smallest size.
    var rise: Double { (points.last?.cost ?? 1) / (points.first?.cost ?? 1) }
  }

  let workload: String
  let candidate: String
  /// Nil where instructions were counted at too few sizes.
  let instructions: GrowthFit?
  /// The largest size at which instructions were counted.
  let largestCounted: Int?
  /// Nil where too few sizes were timed.
  let time: Timed?

  /// Returns nil for a workload with too few sizes, both counted and timed.
  init?(_ workload: String, _ candidate: String, in suite: SuiteMeasurements) {
    let sizes = suite.sizes(of: workload)
    let counted = GrowthFit.usable(
      sizes.compactMap { n in
        suite.row(workload, candidate, n)?.instructionsPerOp.map { GrowthPoint(n: n, cost: $0) }
      })
    self.workload = workload
    self.candidate = candidate
    instructions = GrowthFit(counted)
    largestCounted = counted.last?.n
    time = Timed(sizes.compactMap { n in suite.samples(workload, candidate, n).map { (n, $0) } })
    if instructions == nil, time == nil { return nil }
  }

  static func all(in suite: SuiteMeasurements, hiding controls: [String]) -> [Growth] {
    suite.workloads.flatMap { workload in
      suite.candidates.filter { !controls.contains($0) }.compactMap { Growth(workload, $0, in: suite) }
    }
  }
}

extension Growth.Timed {
  private static let resamples = 100

  /// Returns nil with fewer than four usable sizes.
  ///
  /// - Parameter samples: The times of each size, by process and round.
  init?(_ samples: [(n: Int, processes: [[Double]])]) {
    let valid = samples.map { size in
      (size.n, size.processes.map { $0.filter { $0 > 0 && $0.isFinite } }.filter { !$0.isEmpty })
    }.filter { $0.0 >= GrowthFit.smallest && !$0.1.isEmpty }.sorted { $0.0 < $1.0 }
    let points = valid.map { n, processes in
      GrowthPoint(n: n, cost: MeasuredInterval.median(processes.map { MeasuredInterval.median($0) }))
    }
    guard let fit = GrowthFit(points) else { return nil }
    growth = fit.growth
    self.points = points
    var generator = ResamplingGenerator()
    let same = (0..<Self.resamples).count { _ in
      // Another process measures each size, so each size has processes of its own.
      let drawn = valid.map { n, processes in
        GrowthPoint(n: n, cost: MeasuredInterval.median(MeasuredInterval.drawn(processes, &generator)))
      }
      return GrowthFit(drawn)?.growth == fit.growth
    }
    confidence = Double(same) / Double(Self.resamples)
  }
}
