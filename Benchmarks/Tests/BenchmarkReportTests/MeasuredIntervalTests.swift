import BenchmarkStatistics
import Foundation
import Testing

@testable import BenchmarkReport

@Suite("The interval of a ratio")
struct MeasuredIntervalTests {
  private func samples(_ times: [Double], rounds: Int = 4, jitter: Double = 0) -> [[Double]] {
    times.enumerated().map { process, time in
      (0..<rounds).map { round in time * (1 + jitter * CannedSamples.noise("\(process).\(round).\(time)")) }
    }
  }

  private func ones(_ count: Int = 12, rounds: Int = 4) -> [[Double]] {
    samples([Double](repeating: 1, count: count), rounds: rounds)
  }

  @Test func `twice the time in every process is slower, with a narrow interval`() throws {
    let interval = try #require(MeasuredInterval(samples([Double](repeating: 2, count: 12), jitter: 0.01), to: ones()))
    #expect(interval.call == .slower)
    #expect(abs(interval.ratio - 2) < 0.02)
    #expect(interval.low > 1.95 && interval.high < 2.05)
    #expect(interval.low <= interval.ratio && interval.ratio <= interval.high)
  }

  @Test func `half of the time is faster`() throws {
    let interval = try #require(MeasuredInterval(ones(), to: samples([Double](repeating: 2, count: 12))))
    #expect(interval.call == .faster)
  }

  @Test(arguments: [1.0, 1.015, 0.985])
  func `less than two percent is no difference, however sure`(ratio: Double) throws {
    let interval = try #require(MeasuredInterval(samples([Double](repeating: ratio, count: 12)), to: ones()))
    #expect(interval.call == .noDifference)
  }

  @Test func `an interval that reaches the threshold is no difference, whatever its middle`() throws {
    let times = (0..<12).map { $0 < 6 ? 1.0 : 1.2 }
    let interval = try #require(MeasuredInterval(samples(times), to: ones()))
    #expect(interval.call == .noDifference)
  }

  @Test func `a slow moment that hits both candidates changes nothing`() throws {
    let base = (0..<12).map { Double(1 + $0) }
    let interval = try #require(MeasuredInterval(samples(base.map { $0 * 1.5 }), to: samples(base)))
    #expect(abs(interval.low - 1.5) < 1e-9 && abs(interval.high - 1.5) < 1e-9)
  }

  @Test func `processes that disagree in all rounds depend on the memory layout`() throws {
    let times = (0..<12).map { $0.isMultiple(of: 2) ? 0.7 : 1.4 }
    let interval = try #require(MeasuredInterval(samples(times), to: ones()))
    #expect(interval.call == .dependsOnLayout)
  }

  @Test func `processes that disagree no more than the control are no difference`() throws {
    let times = (0..<12).map { $0.isMultiple(of: 2) ? 0.9 : 1.1 }
    let interval = try #require(MeasuredInterval(samples(times), to: ones(), spread: 0.2))
    #expect(interval.call == .noDifference)
  }

  @Test func `one process that disagrees is not enough`() throws {
    let times = (0..<12).map { $0 == 0 ? 0.7 : $0 == 1 ? 1.4 : 1 }
    let interval = try #require(MeasuredInterval(samples(times), to: ones()))
    #expect(interval.call == .noDifference)
  }

  @Test func `rounds that disagree within a process are noise, not layout`() throws {
    let noisy = (0..<12).map { _ in [0.7, 1.4, 0.7, 1.4] }
    let interval = try #require(MeasuredInterval(noisy, to: ones()))
    #expect(interval.call == .noDifference)
  }

  @Test func `one process has no interval`() throws {
    let interval = try #require(MeasuredInterval(samples([2]), to: ones(1)))
    #expect(interval.low == 0 && interval.high == .infinity)
    #expect(interval.call == .noDifference)
  }

  @Test func `candidates of different processes are not compared`() {
    #expect(MeasuredInterval(ones(3), to: ones(4)) == nil)
    #expect(MeasuredInterval(nil, to: ones()) == nil)
    #expect(MeasuredInterval([], to: []) == nil)
  }

  /// Two candidates without a difference, with noise in processes and rounds, many times.
  @Test func `nineteen of twenty intervals contain the ratio of another run`() throws {
    func run(_ seed: Int) throws -> MeasuredInterval {
      let times = (0..<12).map { exp(0.05 * CannedSamples.noise("\(seed)/\($0)")) }
      let samples = times.enumerated().map { process, time in
        (0..<4).map { time * exp(0.02 * CannedSamples.noise("\(seed)/\(process)/\($0)")) }
      }
      return try #require(MeasuredInterval(samples, to: ones()))
    }
    let runs = try (0..<200).map(run)
    let contained = zip(runs, runs.dropFirst()).count { ($0.low...$0.high).contains($1.ratio) }
    #expect((184...199).contains(contained), "\(contained) of 199")
  }

  /// scipy 1.17.1: `trim_mean(medians, 0.25)`, and the ends of 20,000 resamples of processes, then rounds, times
  /// √(2k ÷ (k − 1)) · `t.ppf(0.975, k − 1)` ÷ `norm.ppf(0.975)`. A bootstrap of 500 has other ends by chance.
  @Test(arguments: [
    (Times.slow, Times.ones, ratio: 1.3062, low: 1.2429, high: 1.3848),
    (Times.equal, Times.ones, 1.0025, 0.9705, 1.0323), (Times.slower, Times.equal, 2.6030, 2.4521, 2.7742),
  ])
  func `scipy finds the same interval`(
    samples: [[Double]], base: [[Double]], ratio: Double, low: Double, high: Double
  ) throws {
    let interval = try #require(MeasuredInterval(samples, to: base))
    #expect(abs(interval.ratio / ratio - 1) < 0.00005)
    #expect(abs(interval.low / low - 1) < 0.012 && abs(interval.high / high - 1) < 0.012)
  }

  /// scipy 1.17.1: `t.ppf(0.975, freedom) / norm.ppf(0.975)`.
  @Test(arguments: [(5, 1.311545), (11, 1.122972), (15, 1.087494), (31, 1.040587)])
  func `few processes widen the interval as Student's distribution says`(freedom: Double, widening: Double) {
    #expect(abs(MeasuredInterval.studentWidening(freedom: freedom) / widening - 1) < 0.0012)
  }
}

/// The times of eight processes in four rounds.
private enum Times {
  static let ones = [[Double]](repeating: [1, 1, 1, 1], count: 8)
  static let slow = [
    [1.30, 1.31, 1.29, 1.35], [1.28, 1.33, 1.30, 1.30], [1.41, 1.38, 1.40, 1.39], [1.25, 1.27, 1.26, 1.24],
    [1.33, 1.32, 1.36, 1.31], [1.29, 1.30, 1.31, 1.28], [1.35, 1.37, 1.34, 1.36], [1.22, 1.24, 1.23, 1.30],
  ]
  static let equal = [
    [0.99, 1.01, 1.0, 1.02], [1.04, 1.03, 1.05, 1.0], [0.97, 0.96, 0.98, 1.0], [1.01, 1.02, 0.99, 1.0],
    [1.0, 1.0, 1.03, 0.98], [0.95, 0.97, 1.0, 0.96], [1.03, 1.06, 1.02, 1.01], [1.0, 0.99, 1.0, 1.01],
  ]
  static let slower = slow.map { $0.map { 2 * $0 } }
}
