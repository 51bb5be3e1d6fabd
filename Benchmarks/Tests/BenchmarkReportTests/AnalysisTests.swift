import BenchmarkResults
import Testing

@testable import BenchmarkReport

@Suite("What the figures say")
struct AnalysisTests {
  /// Returns a suite with times by candidate, at n = 1, 2, 4 …
  private func suite(_ times: [String: [Double?]]) -> SuiteMeasurements {
    let rows = times.sorted { $0.key < $1.key }.flatMap { candidate, values in
      values.enumerated().map { index, time in
        BenchmarkResults.Measurement(suite: "s", workload: "w", candidate: candidate, n: 1 << index, median: time)
      }
    }
    return SuiteMeasurements(suite: "s", Results(environment: CannedResults().results.environment, measurements: rows))
  }

  @Test func `the noise bar is the largest difference between a candidate and its control`() throws {
    let bar = try #require(
      NoiseBar("w", control: "b", of: "a", in: suite(["a": [10, 10, 10], "b": [10.2, 9.5, 10.1]])))
    #expect(abs(bar.largest - 0.05) < 1e-9)
    #expect(bar.n == 2)
    #expect(bar.bar == bar.largest)
  }

  @Test func `the noise bar is never below one percent`() throws {
    let bar = try #require(NoiseBar("w", control: "b", of: "a", in: suite(["a": [10], "b": [10.01]])))
    #expect(bar.bar == 0.01)
  }

  @Test func `there is no noise bar without a control`() {
    #expect(NoiseBar("w", control: "b", of: "a", in: suite(["a": [10]])) == nil)
    #expect(NoiseBar("w", control: "b", of: "a", in: suite(["a": [10], "b": [nil]])) == nil)
  }

  @Test func `who is behind by less than the bar wins too`() throws {
    let figures = suite(["a": [10], "b": [10.4], "c": [12]])
    let verdict = try #require(Verdict("w", n: 1, among: ["a", "b", "c"], bar: 0.05, in: figures))
    #expect(verdict.winners == ["a", "b"])
    #expect(verdict.isDifference)
    #expect(abs(verdict.ratios["c"]! - 1.2) < 1e-9)
  }

  @Test func `one candidate alone wins nothing`() {
    #expect(Verdict("w", n: 1, among: ["a", "b"], bar: 0.05, in: suite(["a": [10], "b": [nil]])) == nil)
  }

  @Test func `a time of zero or less is no time`() {
    #expect(Verdict("w", n: 1, among: ["a", "b"], bar: 0.05, in: suite(["a": [10], "b": [0]])) == nil)
  }

  @Test func `neighbouring sizes with the same winner make one range`() {
    let figures = suite(["a": [1, 1, 4, 8], "b": [2, 2, 2, 2]])
    let ranges = VerdictRange.grouping(Verdict.all("w", among: ["a", "b"], bar: 0.05, in: figures))
    #expect(ranges.map(\.winners) == [["a"], ["b"]])
    #expect(ranges.map(\.sizes) == [[1, 2], [4, 8]])
    #expect(ranges[1].ratios(of: "a") == 2...4)
  }

  @Test func `a candidate that was not run at some sizes does not lose there`() {
    let figures = suite(["a": [1, 1], "b": [2, 2], "c": [3, nil]])
    let ranges = VerdictRange.grouping(Verdict.all("w", among: ["a", "b", "c"], bar: 0.05, in: figures))
    #expect(ranges.map(\.sizes) == [[1], [2]])
    #expect(ranges[1].ratios(of: "c") == nil)
  }

  @Test func `a crossover is interpolated on logarithmic axes`() throws {
    // b ÷ a is 2 at n = 2 and 1/2 at n = 4. The middle of the logarithms is √8.
    let all = Crossover.all("w", of: "b", against: "a", bar: 0.05, in: suite(["a": [2, 2, 4, 4], "b": [4, 4, 2, 2]]))
    let crossover = try #require(all.first)
    #expect(all.count == 1)
    #expect(abs(crossover.n - 8.squareRoot()) < 1e-9)
    #expect(crossover.before == "a")
    #expect(crossover.after == "b")
  }

  @Test func `lines that wander around each other within the noise do not cross`() {
    let figures = suite(["a": [10, 10, 10, 10], "b": [10.1, 9.9, 10.1, 9.9]])
    #expect(Crossover.all("w", of: "b", against: "a", bar: 0.05, in: figures).isEmpty)
  }

  @Test func `noise between two decided sizes makes one crossover, not three`() {
    let figures = suite(["a": [10, 10, 10, 10, 10], "b": [20, 9.9, 10.1, 9.9, 5]])
    #expect(Crossover.all("w", of: "b", against: "a", bar: 0.05, in: figures).count == 1)
  }
}
