import BenchmarkResults
import BenchmarkStatistics
import Testing

@testable import BenchmarkReport

@Suite("The tables of growth and of threads")
struct GrowthTableTests {
  /// Returns the text with ordinary spaces.
  private func text(_ blocks: [Block]) -> String {
    blocks.compactMap { block in if case .text(let text) = block { text } else { nil } }.joined(separator: "\n")
      .replacing(Figure.space, with: " ")
  }

  private func rows(
    _ workload: String, _ candidate: String, _ sizes: [Int], time: (Double) -> Double,
    instructions: ((Double) -> Double)? = nil
  ) -> [Measurement] {
    sizes.map { n in
      Measurement(
        suite: "runtime", workload: workload, candidate: candidate, n: n, median: time(Double(n)), rounds: 4,
        samples: CannedSamples().samples(time(Double(n)), candidate, n),
        instructionsPerOp: instructions.map { $0(Double(n)) })
    }
  }

  private func suite(_ rows: [Measurement]) -> SuiteMeasurements {
    SuiteMeasurements(
      suite: "runtime", Results(environment: CannedResults().results.environment, measurements: rows))
  }

  private let sizes = [16, 256, 1024, 4096, 65536]

  @Test func `equal classes stand in one cell, without a remark`() {
    let text = text(
      GrowthTable.blocks(
        hiding: [],
        in: suite(rows("a.dispose", "switchboard", sizes, time: { 40 + $0 }, instructions: { 500 + $0 }))))
    #expect(text.contains("| `switchboard` | O(n)<br>time O(n) (100 %) |"))
    #expect(!text.contains("disagree"))
  }

  @Test func `cache misses do not pass for a growth class silently`() {
    let text = text(
      GrowthTable.blocks(
        hiding: [],
        in: suite(rows("a.send", "switchboard", sizes, time: { 2 + $0 / 1000 }, instructions: { _ in 25 }))))
    #expect(text.contains("| `switchboard` | O(1)<br>time O(n) (100 %) |"))
    #expect(
      text.contains(
        """
        `a.send`, `switchboard`: O(1) in instructions up to n = 65,536; the time grows with the cache misses, O(n) \
        (100 %): 33.5 × from n = 16 to n = 65,536.
        """))
  }

  @Test func `what was not counted or not timed reads n a, and controls are hidden`() {
    let text = text(
      GrowthTable.blocks(
        hiding: ["again"],
        in: suite(
          rows("a.send", "switchboard", sizes, time: { _ in 2 }) + rows("a.send", "again", sizes, time: { _ in 2 })
            + rows("b.send", "other", [1, 16], time: { _ in 2 }))))
    #expect(text.contains("| `switchboard` | n/a<br>time O(1) (100 %) |"))
    #expect(!text.contains("again") && !text.contains("other"))
    #expect(GrowthTable.blocks(hiding: [], in: suite([])).isEmpty)
  }

  @Test func `two threads stand beside one, whether n is the threads or the subscribers`() {
    let text = text(
      TwoThreads.blocks(
        hiding: [],
        in: suite(
          rows("subject.send.threads", "switchboard", [1, 2], time: { 3 * $0 })
            + rows("bus.dispatch", "switchboard", [16], time: { _ in 4 })
            + rows("bus.dispatch.two-threads", "switchboard", [16, 256], time: { _ in 6 })
            + rows("subject.send.threads", "floor-swift", [1, 2], time: { _ in 3 }))))
    #expect(text.contains("| `subject.send` | 2.00 × (2.00–2.01) | 1.00 × (1.00–1.00) |"), "\(text)")
    #expect(text.contains("| `bus.dispatch.two-threads`, n = 16 | 1.50 × (1.50–1.50) | n/a |"), "\(text)")
    #expect(!text.contains("n = 256"))
    #expect(TwoThreads.blocks(hiding: [], in: suite(rows("a", "switchboard", [1, 2], time: { $0 }))).isEmpty)
  }

  @Test func `the times and the mallocs of one and two threads stand side by side`() {
    var measured = rows("board.set.threads", "switchboard", [1, 2], time: { 30 * $0 })
    (measured[0].mallocsPerOp, measured[1].mallocsPerOp) = (0, 0.13)
    let blocks = TwoThreads.blocks(
      hiding: ["again"],
      in: suite(
        measured + rows("board.set.threads", "again", [1, 2], time: { $0 })
          + rows("board.set.threads", "other", [1, 2], time: { 40 * $0 })))
    #expect(text(blocks).contains("| `board.set` | `switchboard` | 30.0 | 60.0 | 0 | 0.13 |"), "\(text(blocks))")
    #expect(text(blocks).contains("| `board.set` | `other` | 40.0 | 80.0 | n/a | n/a |"))
    #expect(!text(blocks).contains("again"))
  }

  @Test func `the interval of unpaired times contains what both sides vary by`() throws {
    func samples(_ time: Double, _ name: String) -> [[Double]] { CannedSamples(jitter: 0.05).samples(time, name, 1) }
    let interval = try #require(MeasuredInterval(samples(6, "two"), ofOtherProcessesThan: samples(3, "one")))
    #expect(interval.low < 2 && 2 < interval.high && interval.call == .slower)
    #expect(interval.high / interval.low < 1.3)
    let one = try #require(MeasuredInterval([[6]], ofOtherProcessesThan: [[3]]))
    #expect(one.low == 0 && one.high == .infinity && one.call == .noDifference)
    #expect(MeasuredInterval(nil, ofOtherProcessesThan: [[3]]) == nil)
    #expect(MeasuredInterval([[]], ofOtherProcessesThan: [[3]]) == nil)
  }
}
