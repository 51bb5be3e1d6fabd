import BenchmarkResults
import BenchmarkStatistics
import Foundation
import Testing

@testable import BenchmarkReport

@Suite("The check of growth classes")
struct GrowthCheckTests {
  private func run(_ sizes: [Int] = [16, 64, 256, 1024], _ instructions: (Double) -> Double?) -> Results {
    Results(
      environment: CannedResults().results.environment,
      measurements: sizes.map { n in
        Measurement(
          suite: "storage", workload: "unsubscribe.random", candidate: "dense", n: n, mallocsPerOp: 0,
          instructionsPerOp: instructions(Double(n)))
      })
  }

  private func check(_ run: Results, _ accepted: Results) -> BaselineCheck {
    BaselineCheck(run, against: Baseline(accepted))
  }

  @Test func `a dispose that searches all subscribers fails, with the classes and the points`() throws {
    let check = check(run { 540 + 1.5 * $0 }, run { _ in 540 })
    #expect(!check.passed)
    let change = try #require(check.growth.first)
    #expect(change.kind == .regression)
    #expect(change.baseline == .constant && change.run == .linear)
    #expect(
      check.text.contains(
        """
        Growth got worse: unsubscribe.random, dense: O(1) became O(n) in instructions per operation. Baseline: 540 at \
        n = 16, 540 at n = 64, 540 at n = 256, 540 at n = 1024. This run: 564 at n = 16, 636 at n = 64, 924 at n = \
        256, 2076 at n = 1024.
        """))
    #expect(check.text.contains("1 growth class worse"))
  }

  @Test func `equal classes pass, also with other constants`() {
    let equal = check(run { _ in 540 }, run { _ in 540 })
    #expect(equal.passed && equal.growth.isEmpty && equal.comparedClasses == 1)
    #expect(equal.text.contains("8 exact figures and 1 growth class compared"))
    #expect(check(other(run { 540 + 3 * $0 }), run { 540 + 1.5 * $0 }).growth.isEmpty)
  }

  @Test func `a better class is an improvement, and the reader hears how to keep it`() {
    let check = check(run { _ in 540 }, run { 540 + 1.5 * $0 })
    #expect(check.passed)
    #expect(check.growth.map(\.kind) == [.improvement])
    #expect(check.text.contains("O(n) became O(1)"))
    #expect(check.text.contains("1 growth class better"))
    #expect(check.text.contains("make bench-accept"))
  }

  @Test func `a baseline with too few sizes compares nothing`() {
    let check = check(run { 540 + 1.5 * $0 }, run([1, 16, 1024]) { 540 + 1.5 * $0 })
    #expect(check.comparedClasses == 0)
    #expect(check.growth.isEmpty)
    #expect(check.text.contains("exact figures compared"))
  }

  /// Returns a run of another compiler, whose classes are compared whatever its figures are.
  private func other(_ run: Results) -> Results {
    var run = run
    run.environment.swift = "Swift 7.0"
    return run
  }

  @Test func `only sizes of both sides count`() {
    let wide = run([16, 64, 256, 1024, 4096, 16384]) { $0 > 1024 ? 10 * $0 : 540 }
    let check = check(other(wide), run { _ in 540 })
    #expect(check.growth.isEmpty && check.comparedClasses == 1)
  }

  @Test func `with another compiler classes are still compared`() {
    let check = check(other(run { 700 + 1.5 * $0 }), run { _ in 540 })
    #expect(!check.passed)
    #expect(check.changes.isEmpty)
    #expect(check.growth.map(\.kind) == [.regression])
  }

  @Test func `points that have not changed cannot change the class`() {
    // The border lies between the two: each figure is within its tolerance of one percent.
    let before = run { 1000 + 0.2475 * $0 }
    let after = run { 1000 + 0.2515 * $0 }
    let check = check(after, before)
    let classes = [before, after].map { results in
      GrowthFit(results.measurements.map { GrowthPoint(n: $0.n, cost: $0.instructionsPerOp ?? 0) })?.growth
    }
    #expect(classes == [.constant, .linear])
    #expect(check.passed && check.growth.isEmpty)
  }

  @Test func `the JSON for scripts has the classes`() throws {
    let check = check(run { 540 + 1.5 * $0 }, run { _ in 540 })
    #expect(try JSONDecoder().decode(BaselineCheck.self, from: check.json()) == check)
    #expect(String(decoding: try check.json(), as: UTF8.self).contains("\"run\" : \"O(n)\""))
  }
}
