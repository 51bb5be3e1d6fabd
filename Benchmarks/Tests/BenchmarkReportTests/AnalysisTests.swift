import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkReport

@Suite("What the figures say")
struct AnalysisTests {
  /// Returns comparisons of candidates whose times at n = 1, 2, 4 … are given. The control is `a` against `again`.
  private func comparisons(_ times: [String: [Double?]], jitter: Double = 0.002) -> Comparisons {
    let rows = times.sorted { $0.key < $1.key }.flatMap { candidate, values in
      values.enumerated().map { index, time in
        BenchmarkResults.Measurement(
          suite: "s", workload: "w", candidate: candidate, n: 1 << index, median: time,
          samples: time.map { CannedSamples(jitter: jitter).samples($0, candidate, 1 << index) })
      }
    }
    let suite = SuiteMeasurements(
      suite: "s", Results(environment: CannedResults().results.environment, measurements: rows))
    return Comparisons(control: (name: "again", of: "a"), in: suite)
  }

  @Test func `who is not shown to be slower wins too`() throws {
    let figures = comparisons(["a": [10], "b": [10.1], "c": [12]])
    let verdict = try #require(Verdict("w", n: 1, among: ["a", "b", "c"], in: figures))
    #expect(verdict.winners == ["a", "b"])
    #expect(verdict.isDifference)
    let ratio = try #require(verdict.intervals["c"]).ratio
    #expect(abs(ratio - 1.2) < 0.01)
  }

  @Test func `noise that hides a difference leaves no loser`() throws {
    let figures = comparisons(["a": [10], "b": [10.4]], jitter: 0.2)
    let verdict = try #require(Verdict("w", n: 1, among: ["a", "b"], in: figures))
    #expect(!verdict.isDifference)
  }

  @Test func `one candidate alone wins nothing`() {
    #expect(Verdict("w", n: 1, among: ["a", "b"], in: comparisons(["a": [10], "b": [nil]])) == nil)
  }

  @Test func `a time of zero or less is no time`() {
    #expect(Verdict("w", n: 1, among: ["a", "b"], in: comparisons(["a": [10], "b": [0]])) == nil)
  }

  @Test func `neighbouring sizes with the same winner make one range`() {
    let figures = comparisons(["a": [1, 1, 4, 8], "b": [2, 2, 2, 2]])
    let ranges = VerdictRange.grouping(Verdict.all("w", among: ["a", "b"], in: figures))
    #expect(ranges.map(\.winners) == [["a"], ["b"]])
    #expect(ranges.map(\.sizes) == [[1, 2], [4, 8]])
  }

  @Test func `a candidate that was not run at some sizes does not lose there`() {
    let figures = comparisons(["a": [1, 1], "b": [2, 2], "c": [3, nil]])
    let ranges = VerdictRange.grouping(Verdict.all("w", among: ["a", "b", "c"], in: figures))
    #expect(ranges.map(\.sizes) == [[1], [2]])
    #expect(ranges[1].verdicts[0].intervals["c"] == nil)
  }

  @Test func `a crossover is interpolated on logarithmic axes`() throws {
    // b ÷ a is 2 at n = 2 and 1/2 at n = 4. The middle of the logarithms is √8.
    let all = Crossover.all("w", of: "b", against: "a", in: comparisons(["a": [2, 2, 4, 4], "b": [4, 4, 2, 2]]))
    let crossover = try #require(all.first)
    #expect(all.count == 1)
    #expect(abs(crossover.n - 8.squareRoot()) < 0.02)
    #expect(crossover.before == "a")
    #expect(crossover.after == "b")
  }

  @Test func `lines that wander around each other within the noise do not cross`() {
    let figures = comparisons(["a": [10, 10, 10, 10], "b": [10.1, 9.9, 10.1, 9.9]])
    #expect(Crossover.all("w", of: "b", against: "a", in: figures).isEmpty)
  }

  @Test func `noise between two decided sizes makes one crossover, not three`() {
    let figures = comparisons(["a": [10, 10, 10, 10, 10], "b": [20, 9.9, 10.1, 9.9, 5]])
    #expect(Crossover.all("w", of: "b", against: "a", in: figures).count == 1)
  }

  @Test func `the rows of another setting do not mix with the rows of the first`() {
    func row(_ heap: String, _ median: Double) -> BenchmarkResults.Measurement {
      BenchmarkResults.Measurement(suite: "s", workload: "w", candidate: "a", n: 1, heap: heap, median: median)
    }
    let results = Results(
      environment: CannedResults().results.environment, measurements: [row("clean", 1), row("aged", 2)])
    #expect(SuiteMeasurements(suite: "s", results).time("w", "a", 1) == 1)
  }
}
