import Foundation
import Switchboard
import SwitchboardTesting
import Testing

/// Runs the tests of this program. The verbs for tests report issues, which only a test can have.
func testedVerbs() async {
  var arguments = __CommandLineArguments_v0()
  arguments.quiet = true
  let code: CInt = await Testing.__swiftPMEntryPoint(passing: arguments)
  check(code, is: 0, "the tests pass")
  check(finished.entries.sorted(), is: testNames, "all of them have run to their end")
}

private let finished = Log<String>()
private let clock = PublishSubject<Int, Never>(name: "test clock")
private let golden = "thread t1\n  send ticks#1 at Clock.swift@1\n  close ticks#1"

private final class Screen: Sendable {
  func show(_ tick: Int) {}
}

@Sendable private func sendOnce() {
  let subject = PublishSubject<Int, Never>(name: "ticks")
  subject.send(1, fileID: "App/Clock.swift", line: 8)
}

@Sendable private func sendOnceLater() async {
  await Task.yield()
  sendOnce()
}

#if Tracing
  private let testNames = ["checked", "cycles", "golden", "leaks", "own", "traces"]

  @Suite("Verbs for tests", .serialized)
  struct TestedVerbs {
    @Test("recorded traces")
    func traces() async {
      let trace = recordTrace { sendOnce() }
      check(trace.records.map(\.kind), is: [.send, .end, .close], "a recording has the records of the block")
      let other = await recordTrace { await sendOnceLater() }
      check(other.records.map(\.kind), is: [.send, .end, .close], "an asynchronous one too")
      expectTrace(golden) { sendOnce() }
      await expectTrace(golden) { await sendOnceLater() }
      withKnownIssue { expectTrace("thread t1\n  send other#1 at App/Clock.swift:8") { sendOnce() } }
      finished.add("traces")
    }

    @Test("golden files")
    func goldenFiles() async throws {
      let path = FileManager.default.temporaryDirectory.appending(path: "every-verb-\(getpid()).golden").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      try "# switchboard.golden/2\n\(golden)\n".write(toFile: path, atomically: true, encoding: .utf8)
      expectTrace(matches: path) { sendOnce() }
      await expectTrace(matches: path) { await sendOnceLater() }
      withKnownIssue { expectTrace(matches: path) {} }
      finished.add("golden")
    }

    @Test("a test with a separate session", .ownTraceSession)
    func ownSession() throws {
      let session = try TraceSession.start()
      sendOnce()
      check(try session.stop().records.contains { $0.kind == .send }, "a test may have a session for itself")
      finished.add("own")
    }

    @Test("leaks")
    func leaks() async throws {
      try expectNoLeaks(cycles: 2, warmup: 0) { scope in
        let screen = scope.track(Screen())
        clock.subscribe(owner: screen) { screen, tick in screen.show(tick) }
      }
      try await expectNoLeaks(afterEachRun: { await Task.yield() }) { scope async in
        let screen = scope.track(Screen())
        clock.subscribe(on: MainActor.self) { screen.show($0) }.dispose()
      }
      try withKnownIssue {
        try expectNoLeaks { scope in
          let screen = scope.track(Screen())
          clock.subscribe { screen.show($0) }
        }
      } matching: { issue in
        "\(issue.comments)".contains("retained: 3 Screen held by the subscription")
      }
      finished.add("leaks")
    }

    @Test("a checked test", .leakChecked)
    func checked() throws {
      let screen = try #require(LeakScope.current).track(Screen())
      clock.subscribe { screen.show($0) }.dispose()
      finished.add("checked")
    }

    @Test("a test checked by several runs", .leakChecked(cycles: 2))
    func checkedByRuns() throws {
      clock.subscribe { _ in }.dispose()
      // `cycles: 2` runs the test three times.
      if LeakScope.current?.runNumber == 3 { finished.add("cycles") }
    }
  }
#else
  private let testNames = ["checked", "leaks", "own", "traces"]

  /// Checks that `body` reports an issue that names the trait. Without the trait, no verb for tests passes.
  private func isAnIssue(_ body: () async throws -> Void) async throws {
    try await withKnownIssue {
      try await body()
    } matching: { issue in
      "\(issue.comments)".contains("Tracing")
    }
  }

  @Suite("Verbs for tests", .serialized)
  struct TestedVerbs {
    @Test("traces")
    func traces() async throws {
      try await isAnIssue { expectTrace(golden) { sendOnce() } }
      try await isAnIssue { await expectTrace(golden) { await sendOnceLater() } }
      try await isAnIssue { expectTrace(matches: "none.golden") { sendOnce() } }
      try await isAnIssue { await expectTrace(matches: "none.golden") { await sendOnceLater() } }
      try await isAnIssue { check(recordTrace { sendOnce() }.records.isEmpty, "nothing is recorded") }
      try await isAnIssue { check(await recordTrace { await sendOnceLater() }.records.isEmpty, "nothing is recorded") }
      finished.add("traces")
    }

    @Test("a test with a separate session", .ownTraceSession)
    func ownSession() { finished.add("own") }

    @Test("leaks")
    func leaks() async throws {
      try await isAnIssue { try expectNoLeaks { _ in } }
      try await isAnIssue { try await expectNoLeaks { _ async in } }
      finished.add("leaks")
    }

    @Test("a checked test")
    func checked() async throws {
      let test = try #require(Test.current)
      for trait in [LeakChecked.leakChecked, .leakChecked(cycles: 2)] {
        try await isAnIssue { try await trait.provideScope(for: test, testCase: nil) {} }
      }
      finished.add("checked")
    }
  }
#endif
