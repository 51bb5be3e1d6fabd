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
}
