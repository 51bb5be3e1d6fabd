#if canImport(XCTest)
  import SwitchboardLeaks
  import XCTest

  /// Expects that `body` leaks nothing, for XCTest: each leak is a failure. See
  /// ``expectNoLeaks(cycles:warmup:sourceLocation:afterEachRun:_:)``.
  ///
  /// Without the trait `Tracing` the function does not run `body`, and fails with a message that says how to enable the
  /// trait.
  ///
  /// - Parameters:
  ///   - cycles: The number of runs of `body` that are counted.
  ///   - warmup: The number of runs before the counted runs. With 0, all remains count.
  ///   - settle: Runs after each run of `body`, before the count. Use this closure to wait for your own queues and
  ///     threads.
  ///   - body: The code to check.
  public func assertNoLeaks(
    cycles: Int = 3, warmup: Int = 1, file: StaticString = #filePath, line: UInt = #line,
    afterEachRun settle: () -> Void = {}, _ body: (LeakScope) throws -> Void
  ) {
    do {
      let report = try LeakDetector.check(
        cycles: cycles, warmup: warmup, afterEachRun: settle, progress: reportingSlowly("\(file):\(line)"), body)
      fail(for: report, file, line)
    } catch { XCTFail("\(error)", file: file, line: line) }
  }

  /// Expects that the asynchronous `body` leaks nothing, for XCTest. Also waits for events on their way to the main
  /// actor. If `body` contains no `await`, write `{ scope async in … }`.
  public func assertNoLeaks(
    cycles: Int = 3, warmup: Int = 1, file: StaticString = #filePath, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation, afterEachRun settle: () async -> Void = {},
    _ body: (LeakScope) async throws -> Void
  ) async {
    do {
      let report = try await LeakDetector.check(
        cycles: cycles, warmup: warmup, afterEachRun: settle, progress: reportingSlowly("\(file):\(line)"), body)
      fail(for: report, file, line)
    } catch { XCTFail("\(error)", file: file, line: line) }
  }

  private func fail(for report: LeakReport, _ file: StaticString, _ line: UInt) {
    LeaksAtExit.note(report.findings)
    let notes = report.notes.map { "\nnote: \($0)" }.joined()
    for finding in report.findings { XCTFail("\(finding)\(notes)", file: file, line: line) }
  }
#endif
