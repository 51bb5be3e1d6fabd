import Testing

@testable import BenchmarkHarness

@Suite struct HarnessTests {
  /// Returns two groups of three candidates each.
  static func cells(prepared: @escaping (String) -> Void = { _ in }) -> [Cell] {
    ["a", "b"].flatMap { workload in
      ["x", "y", "z"].map { candidate in
        Cell(CellName(suite: "test", workload: workload, candidate: candidate, n: 1)) {
          prepared(workload + candidate)
          return { operations in
            Sample(nanoseconds: UInt64(operations) * (candidate == "x" ? 100 : 200), operations: operations)
          }
        }
      }
    }
  }

  @Test func aRoundVisitsEachCellOnce() {
    var schedule = Schedule(Self.cells(), seed: 1)
    for _ in 0..<20 { #expect(schedule.nextRound().sorted() == Array(0..<6)) }
  }

  @Test func candidatesOfAGroupStayTogether() {
    var schedule = Schedule(Self.cells(), seed: 2)
    for _ in 0..<20 {
      let groups = schedule.nextRound().map { $0 / 3 }
      #expect(groups == [0, 0, 0, 1, 1, 1] || groups == [1, 1, 1, 0, 0, 0])
    }
  }

  @Test func roundsDiffer() {
    var schedule = Schedule(Self.cells(), seed: 3)
    #expect(Set((0..<50).map { _ in schedule.nextRound() }).count > 10)
  }

  @Test func theSameSeedGivesTheSameOrder() {
    var first = Schedule(Self.cells(), seed: 4)
    var second = Schedule(Self.cells(), seed: 4)
    for _ in 0..<10 { #expect(first.nextRound() == second.nextRound()) }
  }

  @Test func aSampleThatFailedLeavesNoTimeAndSaysWhy() {
    var visits = 0
    let cells = [
      Cell(CellName(suite: "test", workload: "a", candidate: "x", n: 1)) {
        { operations in
          visits += 1
          return Sample(nanoseconds: 1_000_000, operations: operations, failure: visits >= 3 ? "visit \(visits)" : nil)
        }
      },
      Self.cells()[1],
    ]
    let outcome = Harness(rounds: 3, calibration: Calibration(target: 1_000), seed: 1)
      .run(cells, progress: ProgressLine())
    #expect(outcome.failures == ["visit 3", nil])
    #expect(outcome.statistics[0] == nil)
    #expect(outcome.statistics[1]?.count == 3)
  }

  @Test func everyRoundPreparesAnewAndTheFirstIsNotCounted() {
    var visits: [String: Int] = [:]
    let harness = Harness(rounds: 3, calibration: Calibration(target: 1_000), seed: 1)
    let outcome = harness.run(Self.cells { visits[$0, default: 0] += 1 }, progress: ProgressLine())
    #expect(visits.count == 6)
    #expect(visits.values.allSatisfy { $0 == 4 })
    #expect(!outcome.isPartial)
    #expect(outcome.statistics.map { $0?.count } == Array(repeating: 3, count: 6))
    #expect(outcome.statistics.map { $0?.median } == [100, 200, 200, 100, 200, 200])
  }
}

@Suite struct SeededGeneratorTests {
  @Test func isSplitMix64() {
    // The first outputs of the reference implementation for seed 1234567.
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
  }
}

@Suite struct ProgressLineTests {
  @Test func remainingFollowsFromWhatIsDone() {
    #expect(ProgressLine.remaining(elapsed: 10, done: 25, of: 100) == 30)
    #expect(ProgressLine.remaining(elapsed: 10, done: 0, of: 100) == nil)
    #expect(ProgressLine.remaining(elapsed: 0.1, done: 5, of: 100) == nil)
  }

  @Test func secondsAsText() {
    #expect(ProgressLine.text(seconds: 0.2) == "1 s")
    #expect(ProgressLine.text(seconds: 61) == "1 min 1 s")
  }
}
