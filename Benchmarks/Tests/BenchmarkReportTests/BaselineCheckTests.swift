import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkReport

@Suite("The check against the baseline")
struct BaselineCheckTests {
  private let accepted = CannedResults(sizes: [1, 64, 1024]).results

  private func check(_ change: (inout Results) -> Void) -> BaselineCheck {
    var run = accepted
    change(&run)
    return BaselineCheck(run, against: Baseline(accepted))
  }

  private func row(_ results: Results, _ workload: String, _ candidate: String, _ n: Int) -> Int {
    results.measurements.firstIndex { $0.workload == workload && $0.candidate == candidate && $0.n == n }!
  }

  @Test func `the run that became the baseline passes`() {
    let check = check { _ in }
    #expect(check.passed)
    #expect(check.changes.isEmpty)
    #expect(check.compared > 100)
    #expect(check.text.hasSuffix("all unchanged"))
  }

  @Test func `one more malloc is a regression`() throws {
    let check = check { $0.measurements[row($0, "churn", "dense", 64)].mallocsPerOp! += 0.01 }
    #expect(!check.passed)
    let change = try #require(check.changes.first)
    #expect(change.kind == .regression)
    #expect(change.figure == .mallocsPerOp)
    #expect(check.text.contains("FAILED"))
    #expect(check.text.contains("1.01"))
  }

  @Test func `fewer bytes are an improvement, and the reader hears how to keep it`() {
    let check = check { $0.measurements[row($0, "subscribe", "dense", 64)].bytesPerSubscriber! -= 8 }
    #expect(check.passed)
    #expect(check.changes.map(\.kind) == [.improvement])
    #expect(check.text.contains("make bench-accept"))
  }

  @Test func `instructions of a short loop may move by less than one, retains by a hundredth`() {
    let small = check {
      $0.measurements[row($0, "send.fresh", "dense", 1024)].instructionsPerOp! += 0.74
      $0.measurements[row($0, "send.fresh", "array-naive", 1024)].retainsPerOp! += 0.009
    }
    #expect(small.changes.isEmpty)
    let large = check {
      $0.measurements[row($0, "send.fresh", "dense", 1024)].instructionsPerOp! += 0.76
      $0.measurements[row($0, "send.fresh", "array-naive", 1024)].retainsPerOp! += 0.011
    }
    #expect(large.changes.count == 2)
    #expect(!large.passed)
  }

  @Test func `mallocs of several threads are not exact, those of one thread are`() {
    func check(workload: String, n: Int) -> BaselineCheck {
      func results(_ mallocs: Double) -> Results {
        let row = Measurement(
          suite: "runtime", workload: workload, candidate: "switchboard", n: n, mallocsPerOp: mallocs)
        return Results(environment: accepted.environment, measurements: [row])
      }
      return BaselineCheck(results(0.5), against: Baseline(results(0.25)))
    }
    #expect(check(workload: "subject.send.threads", n: 2).compared == 0)
    #expect(check(workload: "subject.send.threads", n: 1).changes.map(\.kind) == [.regression])
    #expect(check(workload: "subject.send", n: 2).changes.map(\.kind) == [.regression])
  }

  @Test func `times are not compared`() {
    #expect(check { $0.measurements[row($0, "churn", "dense", 64)].median! *= 10 }.passed)
  }

  @Test func `with another compiler instructions are not compared, all else is`() {
    let check = check {
      $0.environment.swift = "Swift 7.0"
      $0.measurements[row($0, "send.fresh", "dense", 1024)].instructionsPerOp! *= 2
    }
    #expect(check.passed)
    #expect(check.notes.contains { $0.contains("Swift 7.0") && $0.contains("not compared") })
    let worse = self.check {
      $0.environment.cpu = "another"
      $0.measurements[row($0, "churn", "dense", 64)].mallocsPerOp! += 1
    }
    #expect(!worse.passed)
  }

  @Test func `instructions of a library that hashes addresses may move by a fifth`() {
    func passes(_ candidate: String, _ factor: Double) -> Bool {
      func results(_ instructions: Double) -> Results {
        Results(
          environment: accepted.environment,
          measurements: [
            Measurement(
              suite: "runtime", workload: "bus.dispatch", candidate: candidate, n: 1, instructionsPerOp: instructions)
          ])
      }
      return BaselineCheck(results(8718 * factor), against: Baseline(results(8718))).passed
    }
    #expect(passes("notification-center", 1.19))
    #expect(!passes("notification-center", 1.21))
    #expect(passes("switchboard", 1.014))
    #expect(!passes("switchboard", 1.016))
  }

  @Test func `retains of a library may move by a fifth, of this project by a hundredth`() {
    func passes(_ candidate: String, _ retains: Double) -> Bool {
      func results(_ retains: Double) -> Results {
        Results(
          environment: accepted.environment,
          measurements: [
            Measurement(
              suite: "runtime", workload: "subject.subscribe+dispose", candidate: candidate, n: 256,
              retainsPerOp: retains)
          ])
      }
      return BaselineCheck(results(retains), against: Baseline(results(20.7))).passed
    }
    #expect(passes("some-library", 21))
    #expect(passes("some-library", 24))
    #expect(!passes("some-library", 26))
    #expect(!passes("switchboard", 21))
    #expect(!passes("registry", 21))
  }

  @Test func `a figure that the run lacks is an error`() {
    let check = check { $0.measurements[row($0, "churn", "dense", 64)].mallocsPerOp = nil }
    #expect(!check.passed)
    #expect(check.changes.map(\.kind) == [.missing])
    #expect(check.text.contains("n/a"))
  }

  @Test func `a row that the run lacks is an error`() {
    let check = check { $0.measurements.remove(at: row($0, "churn", "dense", 64)) }
    #expect(!check.passed)
    #expect(check.notes.contains { $0.contains("--filter") })
  }

  @Test func `a missing tool is named, with the way to get it`() {
    let run = CannedResults(sizes: [1, 64, 1024], hasMemory: false, hasInstructions: false).results
    let check = BaselineCheck(run, against: Baseline(accepted))
    #expect(!check.passed)
    #expect(check.notes.contains { $0.contains("apt-get install libjemalloc-dev") })
    #expect(check.notes.contains { $0.contains("apt-get install valgrind") })
  }

  @Test func `a baseline without figures passes nobody`() {
    var empty = Baseline(accepted)
    empty.figures = []
    #expect(!BaselineCheck(accepted, against: empty).passed)
  }

  @Test func `rows that are new do not fail`() {
    var run = accepted
    run.measurements.append(
      Measurement(suite: "storage", workload: "new", candidate: "dense", n: 1, mallocsPerOp: 3))
    let check = BaselineCheck(run, against: Baseline(accepted))
    #expect(check.passed)
    #expect(check.notes.contains { $0.contains("The baseline lacks 1 ") })
  }

  @Test func `the JSON for scripts says what the text says`() throws {
    let check = check { $0.measurements[row($0, "churn", "dense", 64)].mallocsPerOp = nil }
    #expect(try JSONDecoder().decode(BaselineCheck.self, from: check.json()) == check)
    #expect(String(decoding: try check.json(), as: UTF8.self).contains("\"run\" : null"))
  }
}
