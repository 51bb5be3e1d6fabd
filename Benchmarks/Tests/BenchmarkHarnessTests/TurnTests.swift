import Foundation
import Synchronization
import Testing

@testable import BenchmarkHarness

@Suite("The turns of processes")
struct TurnTests {
  /// Returns a process that writes its name into `log` in each of its turns, and then answers with its name.
  private func writer(_ name: String, turns: Int, _ log: URL, then end: String = "") throws -> RunningProcess {
    let script = """
      for turn in $(seq \(turns)); do
        printf .
        read -r answer || exit 1
        echo '\(name) begins' >> "$1"
        echo '\(name) ends' >> "$1"
      done
      \(end)
      printf '["\(name)"]'
      """
    return try ChildProcess(URL(filePath: "/bin/sh"), arguments: ["-c", script, "sh", log.path]).start()
  }

  private func withLog(_ body: (URL) throws -> Void) throws {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: log) }
    try body(log)
  }

  private func lines(_ log: URL) throws -> [String] {
    try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test func `processes run one at a time, one turn after the other`() throws {
    try withLog { log in
      let processes = try ["a", "b"].map { try writer($0, turns: 50, log) }
      Turn.take(processes)
      let expected = ["a begins", "a ends", "b begins", "b ends"]
      #expect(try lines(log) == Array(repeating: expected, count: 50).flatMap(\.self))
      #expect(try processes.map { try $0.answer(as: [String].self) } == [["a"], ["b"]])
    }
  }

  @Test func `a process that dies in its turn stops no other process`() throws {
    try withLog { log in
      let processes = [
        try writer("a", turns: 1, log, then: "echo 'out of order' >&2; kill -9 $$"), try writer("b", turns: 3, log),
      ]
      Turn.take(processes)
      #expect(try processes[1].answer(as: [String].self) == ["b"])
      let failure = #expect(throws: ChildProcess.Failure.self) { try processes[0].answer(as: [String].self) }
      #expect(failure?.description.contains("signal 9") == true)
      #expect(failure?.description.contains("out of order") == true)
    }
  }

  @Test func `a process that gets no turn ends`() throws {
    try withLog { log in
      let process = try writer("a", turns: 3, log)
      #expect(process.asksForTurn())
      #expect(throws: ChildProcess.Failure.self) { try process.answer(as: [String].self) }
    }
  }

  @Test func `a thread that is kept on a processor may use only this one`() throws {
    let all = Processor.usable
    guard let last = all.last else { return }
    let found = Mutex<[Int]>([])
    let done = DispatchSemaphore(value: 0)
    Thread {
      Processor.use(last)
      found.withLock { $0 = Processor.usable }
      done.signal()
    }.start()
    done.wait()
    #expect(found.withLock { $0 } == [last])
    #expect(Processor.usable == all)
  }
}
