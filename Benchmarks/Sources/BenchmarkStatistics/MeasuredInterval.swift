import Foundation

/// A ratio of two times, and the interval in which another run of the same commit finds it.
///
/// The two times come from the same rounds of the same processes, so a slow moment of the machine or a lucky place in
/// memory affects both. What remains differs between rounds and, more, between processes. Kalibera and Jones, “Rigorous
/// Benchmarking in Reasonable Time”, give the model: variance at each level, and repetition at the level that varies
/// most.
package struct MeasuredInterval: Equatable, Sendable {
  /// What a ratio says about its two candidates.
  package enum Call: Sendable {
    /// The first candidate is faster, or slower, than the second by more than ``threshold``, with 95 % confidence.
    case faster, slower
    /// Neither is shown to be faster.
    case noDifference
    /// Some processes find the first faster, and others find it slower, each in all rounds and by more than the control
    /// ever differed.
    case dependsOnLayout
  }

  /// A ratio closer to 1 than this does not count as a difference.
  package static let threshold = 0.02
  private static let resamples = 500

  /// The first time ÷ the second time.
  package let ratio: Double
  /// The ends of the 95 % interval.
  package let low, high: Double
  /// The ratio in each process.
  package let processes: [Double]
  package let call: Call

  /// Returns nil if the two do not have samples of the same processes.
  ///
  /// - Parameters:
  ///   - samples: The times of the first candidate, by process and round.
  ///   - base: The times of the second candidate in the same processes and rounds.
  ///   - spread: How far processes of the control disagree, as the largest |logarithm of a ratio|.
  package init?(_ samples: [[Double]]?, to base: [[Double]]?, spread: Double = 0) {
    guard let samples, let base, samples.count == base.count, !samples.isEmpty else { return nil }
    let logarithms = zip(samples, base).map { process, other in
      zip(process, other).filter { $0 > 0 && $1 > 0 && $0.isFinite && $1.isFinite }.map { log($0 / $1) }
    }
    guard logarithms.allSatisfy({ !$0.isEmpty }) else { return nil }
    let medians = logarithms.map { Self.median($0) }
    let center = Self.midmean(medians)
    let (below, above) = Self.deviations(of: logarithms, around: center)
    ratio = exp(center)
    low = exp(center - below)
    high = exp(center + above)
    processes = medians.map(exp)
    let limit = log1p(Self.threshold)
    if center + above < -limit {
      call = .faster
    } else if center - below > limit {
      call = .slower
    } else {
      call = Self.disagree(logarithms, limit: max(limit, spread)) ? .dependsOnLayout : .noDifference
    }
  }

  /// Compares times of different processes, such as those of two workloads or of two runs. Both vary from process to
  /// process on their own, so the interval is wider than that of a pair, and no layout is known to decide. What slowed
  /// one of two runs down is part of the ratio.
  ///
  /// Returns nil if one of the two has no samples.
  package init?(_ samples: [[Double]]?, ofOtherProcessesThan base: [[Double]]?) {
    guard let samples, let base, !samples.isEmpty, !base.isEmpty else { return nil }
    let sides = [samples, base].map { $0.map { $0.filter { $0 > 0 && $0.isFinite }.map { log($0) } } }
    guard sides.joined().allSatisfy({ !$0.isEmpty }) else { return nil }
    let center = Self.midmean(sides[0].map { Self.median($0) }) - Self.midmean(sides[1].map { Self.median($0) })
    var (below, above) = (Double.infinity, Double.infinity)
    let fewest = min(samples.count, base.count)
    if fewest > 1 {
      var generator = ResamplingGenerator()
      let centers = (0..<Self.resamples).map { _ in
        Self.midmean(Self.drawn(sides[0], &generator)) - Self.midmean(Self.drawn(sides[1], &generator))
      }
      (below, above) = Self.ends(of: centers, around: center, processes: fewest)
    }
    (ratio, low, high) = (exp(center), exp(center - below), exp(center + above))
    processes = []
    let limit = log1p(Self.threshold)
    call = center + above < -limit ? .faster : center - below > limit ? .slower : .noDifference
  }

  /// The largest |logarithm of the ratio| of a process.
  package var spread: Double { processes.map { abs(log($0)) }.max() ?? 0 }

  /// Returns the distances from the center to the ends of the interval.
  private static func deviations(of processes: [[Double]], around center: Double) -> (below: Double, above: Double) {
    // With one process nothing is known about the differences between processes.
    guard processes.count > 1 else { return (.infinity, .infinity) }
    var generator = ResamplingGenerator()
    let centers = (0..<resamples).map { _ in midmean(drawn(processes, &generator)) }
    return ends(of: centers, around: center, processes: processes.count)
  }

  /// Returns the distances from the center to the ends of the interval that contains 95 % of the centers.
  ///
  /// The interval is that of another run, which has its own random error, and so is √2 wider than that of the mean. The
  /// bootstrap of few processes is too narrow, by √((n − 1) ÷ n) and as the normal distribution is beside Student's.
  private static func ends(
    of centers: [Double], around center: Double, processes: Int
  ) -> (below: Double, above: Double) {
    let sorted = centers.sorted()
    let count = Double(processes)
    let widening = (2 * count / (count - 1)).squareRoot() * studentWidening(freedom: count - 1)
    let (least, most) = (sorted[Int(0.025 * Double(resamples))], sorted[Int(0.975 * Double(resamples)) - 1])
    return (max(center - least, 0) * widening, max(most - center, 0) * widening)
  }

  /// Returns the 97.5 % quantile of Student's distribution ÷ that of the normal distribution, by the first terms of the
  /// series of Cornish and Fisher.
  package static func studentWidening(freedom: Double) -> Double {
    let z = 1.959964
    let (z2, z4, z6) = (z * z, z * z * z * z, z * z * z * z * z * z)
    let first = (z2 + 1) / (4 * freedom)
    let second = (5 * z4 + 16 * z2 + 3) / (96 * freedom * freedom)
    let third = (3 * z6 + 19 * z4 + 17 * z2 - 15) / (384 * freedom * freedom * freedom)
    return 1 + first + second + third
  }

  /// Returns the medians of as many processes, drawn with repetition; the rounds of each are drawn too.
  package static func drawn(_ processes: [[Double]], _ generator: inout ResamplingGenerator) -> [Double] {
    var rounds: [Double] = []
    return processes.indices.map { _ in
      let process = processes[generator.next(below: processes.count)]
      rounds.removeAll(keepingCapacity: true)
      for _ in process.indices { rounds.append(process[generator.next(below: process.count)]) }
      return median(sorting: &rounds)
    }
  }

  /// Returns whether at least one process in six, and at least two, find the first candidate faster in all rounds, and
  /// as many find it slower.
  private static func disagree(_ processes: [[Double]], limit: Double) -> Bool {
    let enough = max(2, (processes.count + 5) / 6)
    return processes.count { $0.allSatisfy { $0 < -limit } } >= enough
      && processes.count { $0.allSatisfy { $0 > limit } } >= enough
  }

  package static func median(_ values: [Double]) -> Double {
    var values = values
    return median(sorting: &values)
  }

  private static func median(sorting values: inout [Double]) -> Double {
    values.sort()
    let middle = values.count / 2
    return values.count.isMultiple(of: 2) ? (values[middle - 1] + values[middle]) / 2 : values[middle]
  }

  /// Returns the mean of the middle half: nearly as robust as a median, and less noisy for few values.
  private static func midmean(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let cut = sorted.count / 4
    let middle = sorted[cut..<(sorted.count - cut)]
    return middle.reduce(0, +) / Double(middle.count)
  }
}

/// Random numbers that are the same for each interval, so that equal results give equal reports (SplitMix64).
package struct ResamplingGenerator {
  private var state: UInt64 = 1

  package init() {}

  package mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Int(truncatingIfNeeded: mixed.multipliedFullWidth(by: UInt64(truncatingIfNeeded: bound)).high)
  }
}
