import BenchmarkResults
import Foundation
import ProgramReplay
import Testing

@testable import BenchmarkReport

@Suite("The replay of a recorded program")
struct ReplayTests {
  /// Returns a program with two registries: `ticks` with two subscribers and most of the work, and `rest` with one.
  private func trace(lost: UInt64 = 0, isComplete: Bool = true) -> ReplayedTrace {
    var builder = RecordingBuilder()
    for subscription in 1...2 as ClosedRange<UInt64> {
      builder.add(
        RecordedEvent(.subscribe, registry: 1, subscription: subscription, count: subscription, label: 1, site: 4))
    }
    builder.add(RecordedEvent(.subscribe, thread: 2, registry: 2, subscription: 3, count: 1, label: 2))
    for _ in 0..<5 { builder.add(RecordedEvent(.send(isLast: false), registry: 1)) }
    if lost > 0 { builder.add(RecordedEvent(.lost, count: lost)) }
    let program = builder.program(
      "app",
      RecordingBuilder.Names(label: { ($0 == 1 ? "ticks" : "rest", "Subject<Int>") }, line: { "A.swift:\($0)" }))
    return ReplayedTrace(path: "app.pftrace", program: program, isComplete: isComplete)
  }

  private func results(_ times: [String: Double], jitter: Double = 0.002) -> Results {
    let canned = CannedResults().results
    return Results(
      environment: canned.environment,
      measurements: ["app", "app.busiest"].flatMap { workload in
        ["array", "linked-list", "dense", "dense-again"].compactMap { candidate in
          times[candidate == "dense-again" ? "dense" : candidate].map { time in
            Measurement(
              suite: "replay", workload: workload, candidate: candidate, n: 2, median: time, rounds: 4,
              samples: CannedSamples(jitter: jitter).samples(time, candidate, 2))
          }
        }
      })
  }

  @Test func `the summary has a row per registry, the ratios, and an answer`() {
    let text = ReplaySummary([trace()], results(["array": 15, "linked-list": 10.7, "dense": 10])).text
    #expect(text.contains("ticks               2      5"))
    #expect(text.contains("the program         1.50 × (1.4"))
    #expect(text.contains("the fastest"))
    #expect(text.contains("only ticks"))
    #expect(text.contains("For this program: dense; array takes 1.50 × (1.4"))
    #expect(text.contains("Your busiest registry, ticks, has at most 2"))
    #expect(text.contains("repeats all 8 operations, on one thread, in recorded order, although 2 threads"))
    #expect(!text.contains("older than the trace"))
  }

  @Test func `storages that do not differ are all good`() {
    let text = ReplaySummary([trace()], results(["array": 10, "linked-list": 10, "dense": 10])).text
    #expect(text.contains("For this program: any storage; none is shown to be slower than another"))
  }

  @Test func `the storage of the runtime is chosen, unless it is shown to be slower`() {
    let close = ReplayVerdict(
      "app", in: ReplayVerdict.comparisons(results(["array": 10, "linked-list": 15, "dense": 10.05])))
    #expect(close?.choice == "dense")
    let slower = ReplayVerdict(
      "app", in: ReplayVerdict.comparisons(results(["array": 10, "linked-list": 15, "dense": 12])))
    #expect(slower?.choice == "array")
    #expect(slower.map { Markdown.plain($0.text).hasPrefix("array; linked-list takes 1.50 × (") } ?? false)
  }

  @Test func `what the trace lacks is said`() {
    let notes = ReplaySummary.notes(trace(lost: 12, isComplete: false)).joined(separator: " ")
    #expect(notes.contains("has lost 12 records"))
    #expect(notes.contains("The trace has no end"))
  }

  @Test func `without times the figures are missing, not 0`() throws {
    let summary = ReplaySummary([trace()], results([:]))
    #expect(summary.text.contains("n/a"))
    #expect(summary.text.contains("For this program: no answer, because it was not measured."))
    #expect(try summary.json.contains(#""comparisons" : ["#))
  }

  @Test func `the answer of a run has a line per program, which chance does not change`() {
    func lines(_ times: [String: Double]) -> [AnswerLine] { Answer(results(times, jitter: 0.02)).lines }
    let calm = lines(["array": 10, "linked-list": 10.3, "dense": 10.6])
    #expect(calm.map(\.topic) == ["replay.app"])
    #expect(
      Markdown.plain(calm[0].claim)
        == "For the recorded program app, the choice matters little (the others within 1.25 × of dense)")
    #expect(
      calm[0].figures.map { Markdown.plain($0.name) }
        == ["array ÷ dense, app, n = 2", "linked-list ÷ dense, app, n = 2"])
    #expect(calm.map(\.claim) == lines(["array": 10.5, "linked-list": 10, "dense": 9.8]).map(\.claim))
    #expect(lines(["array": 10, "linked-list": 14, "dense": 30])[0].claim.contains("choose `array`"))
    #expect(lines(["array": 14, "linked-list": 10, "dense": 30])[0].claim.contains("choose `linked-list`"))
    #expect(!Answer(CannedResults().results).lines.contains { $0.topic.hasPrefix("replay.") })
  }
}
