import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkReport

@Suite("The questions that a run answers")
struct QuestionTests {
  /// A run that can answer every question.
  private static let run: Results = {
    var runtime = CannedRuntime()
    runtime.times["async.values"] = (400, 1000)
    runtime.sizes["subject.subscribe+dispose"] = [1, 256]
    runtime.libraries["async.values"] = ["asyncstream": 1200]
    let storage = CannedResults(heaps: ["clean", "aged"]).results
    return runtime.results.joining(storage, replacing: []).joining(replay, replacing: [])
  }()

  private static let replay = Results(
    environment: CannedResults().results.environment,
    measurements: [("array", 10.0), ("linked-list", 9.5), ("dense", 10.2)].map { storage, time in
      Measurement(
        suite: "replay", workload: "app", candidate: storage, n: 2, median: time, rounds: 4,
        samples: CannedSamples().samples(time, storage, 2))
    })

  private static let questions = Question.all(AnswerScope(run))

  @Test func `a run with everything answers every question, with the first answer`() {
    let times = Self.run.samples
    #expect(Self.questions.count == 11)
    for question in Self.questions {
      guard case .holds(let claim) = question.state({ times[$0] }) else {
        Issue.record("\(question.topic) is not decided")
        continue
      }
      #expect(claim.text == question.claims[0].text)
    }
  }

  /// Moves one ratio to the other side of its bound, in every way in which a sentence can become false.
  @Test(arguments: questions.map(\.topic))
  func `each ratio that a sentence needs can make the sentence false`(_ topic: String) throws {
    let question = try #require(Self.questions.first { $0.topic == topic })
    let times = Self.run.samples
    for test in question.claims[0].tests {
      let ratio = try #require(test.interval { times[$0] }).ratio
      let factor =
        switch test.bound {
        case .above(let bound): bound / ratio / 1.3
        case .below(let bound): bound / ratio * 1.3
        }
      var changed = times
      changed[test.of] = times[test.of].map { $0.map { $0.map { $0 * factor } } }
      let state = try #require(question.state { changed[$0] })
      #expect(state.text != question.claims[0].text, "\(test.name) does not matter to: \(question.claims[0].text)")
    }
  }

  /// A sentence that is not decided says so.
  @Test(arguments: questions.map(\.topic))
  func `without times a sentence is not said`(_ topic: String) throws {
    let question = try #require(Self.questions.first { $0.topic == topic })
    #expect(try #require(question.state { _ in nil }).text.hasPrefix("Not decided: "))
  }

  @Test func `a sentence with no possible answer names what refutes it`() throws {
    let question = try #require(Self.questions.first { $0.topic == "storage.send.fresh" })
    var times = Self.run.samples
    let test = question.claims[0].tests[0]
    times[test.of] = times[test.of].map { $0.map { $0.map { $0 * 5 } } }
    let state = try #require(question.state { times[$0] })
    #expect(state.text.hasPrefix("Not so in this run: Where subscribers only join"))
    #expect(state.shown.contains(test))
  }

  @Test func `the parts of the answer have every question once, and the sentence on leaks`() {
    let run = CannedLeaks().results.joining(Self.run, replacing: [])
    let said = Answer(run).groups.flatMap(\.lines).map(\.topic)
    #expect(said.sorted() == (Self.questions.map(\.topic) + ["leaks"]).sorted())
    for (reader, lines) in Answer(run).groups {
      #expect(
        lines.allSatisfy { line in
          line.topic == "leaks" || Self.questions.contains { $0.topic == line.topic && $0.reader == reader }
        })
      #expect(!lines.isEmpty)
    }
  }

  @Test func `every sentence says the sizes of its words`() {
    for claim in Self.questions.flatMap(\.claims) {
      #expect(claim.text.contains { $0.isNumber }, "\(claim.text) has no size")
    }
  }
}

@Suite("The simulation of the early stop")
struct StoppingSimulationTests {
  @Test func `at the bound at most one run in twenty decides, and elsewhere every run as all processes do`() throws {
    let simulation = StoppingSimulation([CannedResults(jitter: 0.03).results], repetitions: 400)
    let row = try #require(simulation.rows.first)
    #expect(simulation.passed, "\(simulation.text)")
    #expect(row.errors > 0, "a simulation in which nothing errs simulates nothing")
    #expect(row.agreeing > 0.99)
    #expect(row.processes >= 6)
    #expect(!StoppingSimulation([], repetitions: 1).passed)
  }
}

@Suite("The table of the sentences")
struct SentenceTableTests {
  /// `benchmark-report sentences` prints the table.
  @Test func `the page on benchmarks has the table of the sentences`() throws {
    let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let page = try String(
      contentsOf: root.appending(path: "Sources/Runtime/Switchboard/Switchboard.docc/Benchmarks.md"), encoding: .utf8)
    let reference = try ResultsFile.read(root.appending(path: "Reports/reference/results.json"))
    #expect(page.contains(SentenceTable(reference).markdown))
  }
}

@Suite("The inquiry of a run")
struct InquiryTests {
  private let storage = CannedResults(sizes: [1, 256, 65536]).results

  private func inquiry() -> Inquiry {
    Inquiry(storage.measurements.filter { $0.samples != nil }.map(\.identity), storage.workloads)
  }

  /// Returns the times of the first processes.
  private func times(_ processes: Int) -> [BenchmarkResults.Measurement.Identity: [[Double]]] {
    storage.samples.mapValues { Array($0.prefix(processes)) }
  }

  @Test func `before the first look, everything is open`() {
    var inquiry = inquiry()
    let look = inquiry.look { times(5)[$0] }
    #expect(look.decided.isEmpty)
    #expect(look.needed == inquiry.places)
  }

  @Test func `a sentence is said once, and what is shown gets more processes than what is only tested`() throws {
    var inquiry = inquiry()
    let first = inquiry.look { times(6)[$0] }
    #expect(first.decided.contains { $0.hasPrefix("Choose dense unless") })
    #expect(first.needed.contains { $0.workload == "send.churned" && $0.n == 65536 })
    #expect(!first.needed.contains { $0.workload == "unsubscribe.fifo" && $0.n == 1 })
    let last = inquiry.look { times(8)[$0] }
    #expect(last.decided.isEmpty)
    #expect(last.open.isEmpty)
    #expect(last.needed.isEmpty)
  }

  @Test func `a difference that is planted and not found stays open`() {
    let name = PlantedCandidate.name("dense", percent: 5)
    var rows = storage
    rows.measurements += rows.measurements.filter { $0.candidate == "dense" && $0.n == 256 }.map { row in
      var row = row
      row.candidate = name
      return row
    }
    var inquiry = Inquiry(rows.measurements.filter { $0.samples != nil }.map(\.identity), rows.workloads)
    let samples = rows.samples
    let look = inquiry.look { samples[$0] }
    #expect(look.open.contains { $0.hasPrefix("dense-plus-5 is slower than dense") })
    #expect(look.needed.contains { $0.candidate == name })
  }
}

@Suite("The looks of a run")
struct LooksTests {
  @Test func `of runs at the bound itself, at most one in twenty decides`() {
    let runs = 4000
    let decided = (0..<runs).count { run in
      // Skewed, as times are: a few processes are much slower than the others.
      let values = (0..<Looks.last).map { exp(CannedSamples.noise("\(run)/\($0)")) }
      return Looks.decision(values, bound: 1) != nil
    }
    #expect(decided > 0, "a method that never decides is no method")
    #expect(Double(decided) / Double(runs) <= 0.055)
  }

  @Test func `five processes decide nothing, and six that agree do`() {
    #expect(Looks.decision([1, 1, 1, 1, 1], bound: 0) == nil)
    #expect(Looks.decision([1, 1, 1, 1, 1, 1], bound: 0) == Looks.Decision(isAbove: true, processes: 6))
    #expect(Looks.decision([1, 1, 1, -1, 1, 1], bound: 0) == nil)
    #expect(Looks.decision([.nan, 1, 1, 1, 1, 1], bound: 0) == nil)
  }

  @Test func `what a look has decided stays decided`() {
    let values = [Double](repeating: -1, count: 6) + [Double](repeating: 1, count: 26)
    #expect(Looks.decision(values, bound: 0) == Looks.Decision(isAbove: false, processes: 6))
  }
}
