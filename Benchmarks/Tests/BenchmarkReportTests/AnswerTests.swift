import BenchmarkResults
import Testing

@testable import BenchmarkReport

@Suite("The answer")
struct AnswerTests {
  private func results(
    _ storage: CannedResults = CannedResults(), _ runtime: CannedRuntime = CannedRuntime()
  ) -> Results {
    runtime.results.joining(storage.results, replacing: [])
  }

  @Test func `says the choice, the runtime's headline and how sure the run is`() {
    let answer = Answer(results())
    #expect(
      answer.lines.map(\.topic) == [
        "runtime.subject.send", "runtime.operators.map+filter", "runtime.floor",
        "storage.choice", "storage.send.fresh", "storage.send.churned", "storage.unsubscribe",
      ])
    #expect(answer.text.hasPrefix("If you use Switchboard: what does it cost?\n• A send through a subject"))
    #expect(answer.text.contains("\n\nIf you build registries: which storage?\n• Choose dense unless"))
    let headline =
      "• A send through a subject is more than 10 times as fast as with opencombine:\n    opencombine ÷ switchboard"
    #expect(answer.text.contains(headline))
    #expect(answer.text.contains("How sure: this run found 1"))
  }

  @Test func `every figure has an interval`() {
    for line in Answer(results()).lines {
      for figure in line.figures { #expect(figure.low <= figure.ratio && figure.ratio <= figure.high) }
    }
  }

  @Test func `each figure has a name of its own`() {
    let names = Answer(results()).lines.flatMap { $0.figures.map(\.name) }
    #expect(Set(names).count == names.count)
  }

  @Test func `runs that differ only by chance make the same claims`() {
    let calm = Answer(results()).lines.map(\.claim)
    let noisy = Answer(results(CannedResults(jitter: 0.02), CannedRuntime(jitter: 0.02))).lines.map(\.claim)
    #expect(calm == noisy)
  }

  @Test func `all known differences exist, and a calm run finds them`() {
    #expect(KnownDifference.all.count >= 12)
    let results = results()
    let (times, scope) = (results.samples, AnswerScope(results))
    let found = KnownDifference.all.compactMap { $0.test(scope)?.outcome { times[$0] } }
    #expect(found.count { $0 == .shown } >= 12)
    #expect(Answer(results).missedDifferences.isEmpty)
  }

  @Test func `a run that calls nothing different misses known differences, and says so`() {
    let answer = Answer(results(CannedResults(jitter: 3)))
    #expect(!answer.missedDifferences.isEmpty)
    #expect(answer.text.contains("NOT FOUND, although it is there:"))
  }

  @Test func `another heap that changes nothing is named`() throws {
    let line = try #require(
      Answer(results(CannedResults(heaps: ["clean", "aged"]))).lines.first { $0.topic == "storage.settings" })
    #expect(line.claim.hasPrefix("Neither the heap (clean and aged) nor the allocator (jemalloc) changes the choice"))
    #expect(
      line.figures.map { Markdown.plain($0.name) }
        == ["linked-list ÷ dense, aged heap with jemalloc"])
  }

  @Test func `a leak, and a run that ended before all leaks were looked for, change the sentence on leaks`() throws {
    func claim(_ leaks: CannedLeaks, _ change: (inout Results) -> Void = { _ in }) throws -> String {
      var results = leaks.results
      change(&results)
      return try #require(Answer(results).lines.first { $0.topic == "leaks" }).claim
    }
    let said = try claim(CannedLeaks())
    #expect(said.hasPrefix("Live bytes grow where something leaks"))
    for (name, bytes) in CannedLeaks().bytes where !name.hasPrefix("live.capacity/clean") {
      var leaks = CannedLeaks()
      leaks.bytes[name] = bytes > 60 ? 0 : 500
      #expect(try claim(leaks).hasPrefix("Not so in this run: "), "\(name)")
    }
    let interrupted = try claim(CannedLeaks()) { $0.incomplete = [Results.interruption(of: "leaks")] }
    #expect(interrupted == "Not decided: \(said)")
  }

  @Test func `a missed limit is named`() {
    var slow = CannedTracing()
    slow.event["sequence-only"] = [9, 9.1]
    let answer = Answer(slow.both)
    #expect(!answer.missedLimits.isEmpty)
    #expect(answer.text.contains("LIMITS MISSED:\n• A recorded event without clock"))
    let both = Answer(slow.both.joining(results(), replacing: [])).text
    #expect(both.range(of: "LIMITS MISSED")!.lowerBound < both.range(of: Reader.builder.heading)!.lowerBound)
    #expect(Answer(results()).missedLimits.isEmpty)
  }

  @Test func `what the run lacks is in the last lines`() {
    var incomplete = results()
    incomplete.incomplete = ["Memory was not measured."]
    #expect(Answer(incomplete).text.hasSuffix("INCOMPLETE:\n• Memory was not measured."))
  }

  @Test func `a run without a control answers nothing`() {
    var canned = CannedResults()
    canned.candidates.removeAll { $0 == "dense-again" }
    #expect(Answer(canned.results).lines.isEmpty)
    #expect(Answer(canned.results).text.contains("no times"))
  }

  @Test func `the answer comes before everything else, with the picture and a part for each reader`() throws {
    let text = CannedReports.text(results())
    let order = [
      "## The answer", "![Time per operation", "### If you use Switchboard", "- A send through a subject",
      "### If you build registries", "- Choose `dense`", "### This run", "**Missing:**", "## Which storage?",
    ]
    let places = try order.map { words in try #require(text.range(of: words)?.lowerBound, "\(words)") }
    #expect(places == places.sorted())
  }
}
