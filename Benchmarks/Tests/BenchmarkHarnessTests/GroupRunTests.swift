import Foundation
import Testing

@testable import BenchmarkHarness

@Suite("The rounds of one process")
struct GroupRunTests {
  /// What a cell was asked to do.
  private final class Visits {
    var prepared: [String] = []
    var sampled: [String] = []
  }

  private static func cell(_ candidate: String, granule: Int = 1, _ visits: Visits, failsAt: Int? = nil) -> Cell {
    Cell(CellName(suite: "test", workload: "w", candidate: candidate, n: 1), granule: granule) {
      visits.prepared.append(candidate)
      return { operations in
        visits.sampled.append(candidate)
        let count = visits.sampled.count { $0 == candidate }
        return Sample(
          nanoseconds: UInt64(operations) * (candidate == "x" ? 100 : 200), operations: operations,
          failure: failsAt.map { count >= $0 ? "sample \(count)" : nil } ?? nil)
      }
    }
  }

  private let calibration = Calibration(target: 1_000)

  @Test func `each cell is prepared once, and has a sample of each round`() {
    let visits = Visits()
    let cells = ["x", "y", "z"].map { Self.cell($0, visits) }
    let outcomes = GroupRun(rounds: 4, calibration: calibration, seed: 1).calm.run(cells)
    #expect(visits.prepared.sorted() == ["x", "y", "z"])
    #expect(outcomes.map(\.samples) == [100, 200, 200].map { [Double](repeating: $0, count: 4) })
  }

  @Test(arguments: [3, 5])
  func `a cell that does more than it counts takes longer by as much`(_ percent: Int) {
    let visits = Visits()
    let cells = [Self.cell("x", visits), Self.cell("x", visits).working(morePercent: percent)]
    let outcomes = GroupRun(rounds: 4, calibration: Calibration(target: 1_000_000), seed: 1).calm.run(cells)
    for (plain, planted) in zip(outcomes[0].samples, outcomes[1].samples) {
      #expect(abs(planted / plain - 1 - Double(percent) / 100) < 0.001)
    }
  }

  @Test func `a sample that another program disturbs is taken again, but not for ever`() {
    /// Returns how often the sampler runs for one round, where each of the first readings differs from the next.
    func samples(disturbed: Int) -> Int {
      let visits = Visits()
      var (reading, changes) = (0, 0)
      var run = GroupRun(rounds: 1, calibration: calibration, seed: 1)
      run.preemptions = {
        reading += 1
        // Two readings belong to a sample. The second of a disturbed sample is higher.
        if reading.isMultiple(of: 2), reading / 2 <= disturbed { changes += 1 }
        return changes
      }
      _ = run.run([Self.cell("x", granule: 1_000_000, visits)])
      return visits.sampled.count
    }
    let calm = samples(disturbed: 0)
    #expect(samples(disturbed: 2) == calm + 2)
    #expect(samples(disturbed: 100) == calm + 3)
  }

  @Test func `a process waits for its turn before the preparation, and before each round`() {
    let visits = Visits()
    var sampled: [Int] = []
    _ = GroupRun(rounds: 3, calibration: calibration, seed: 1).calm.run([Self.cell("x", visits)]) {
      if sampled.isEmpty { #expect(visits.prepared.isEmpty) }
      sampled.append(visits.sampled.count)
    }
    #expect(sampled.count == 4)
    #expect(sampled == sampled.sorted() && Set(sampled).count == 4)
  }

  @Test func `the order of the rounds is shuffled, and the same for the same seed`() {
    func order(_ seed: UInt64) -> [String] {
      let visits = Visits()
      _ = GroupRun(rounds: 20, calibration: calibration, seed: seed).calm
        .run(["x", "y", "z"].map { Self.cell($0, granule: 10, visits) })
      return visits.sampled
    }
    #expect(order(1) == order(1))
    #expect(order(1) != order(2))
    // Without the samples that calibrate, one sample per cell and round.
    let rounds = order(3).suffix(60)
    let chunks = stride(from: rounds.startIndex, to: rounds.endIndex, by: 3).map { Array(rounds[$0..<($0 + 3)]) }
    #expect(chunks.allSatisfy { $0.sorted() == ["x", "y", "z"] })
    #expect(Set(chunks).count > 3)
  }

  @Test func `a cell without granules runs once untimed before each sample`() {
    let (small, large) = (Visits(), Visits())
    let run = GroupRun(rounds: 3, calibration: calibration, seed: 1).calm
    _ = run.run([Self.cell("x", small)])
    _ = run.run([Self.cell("x", granule: 64, large)])
    #expect(small.sampled.count - large.sampled.count == 3)
  }

  @Test func `a sample that failed says why`() {
    let visits = Visits()
    let outcomes = GroupRun(rounds: 3, calibration: calibration, seed: 1).calm
      .run([Self.cell("x", granule: 10, visits, failsAt: 3), Self.cell("y", granule: 10, visits)])
    #expect(outcomes[0].failure?.hasPrefix("sample ") == true)
    #expect(outcomes[1].failure == nil)
  }
}

@Suite("The state of the heap")
struct HeapStateTests {
  @Test func `an aged heap has blocks of all sizes, small ones most often`() {
    var generator = SeededGenerator(seed: 1)
    let sizes = (0..<10_000).map { _ in HeapState.size(using: &generator) }
    #expect(sizes.allSatisfy { (8...1024).contains($0) })
    #expect(sizes.count { $0 <= 16 } > 4_000)
    #expect(sizes.contains { $0 > 512 })
  }

  @Test func `the same seed gives the same sizes`() {
    var (first, second) = (SeededGenerator(seed: 7), SeededGenerator(seed: 7))
    for _ in 0..<100 { #expect(HeapState.size(using: &first) == HeapState.size(using: &second)) }
  }
}

@Suite("Samples in the results")
struct RoundingTests {
  @Test(arguments: [(1.23456, 1.235), (12345.6, 12350), (0.00123449, 0.001234), (0, 0), (999.96, 1000)])
  func `have four significant digits`(value: Double, rounded: Double) {
    #expect(abs(Rounding.sample(value) - rounded) <= 1e-9 * max(1, rounded))
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

extension GroupRun {
  /// The same run without a look at what else the machine does, so that it takes each sample once.
  fileprivate var calm: GroupRun {
    var run = self
    run.preemptions = { 0 }
    return run
  }
}
