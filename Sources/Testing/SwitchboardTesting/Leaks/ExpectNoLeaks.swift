@_exported public import SwitchboardLeaks
public import Testing

/// Expects that `body` leaves no subscription behind, keeps no owner alive, and lets its registries shrink.
///
/// ```swift
/// @Test func playerGoes() throws {
///   try expectNoLeaks { scope in
///     let player = scope.track(Player())      // must be gone when this is over
///     player.start(clock)
///   }
/// }
/// ```
/// `body` runs several times; remains of only one run, such as a cache, are no leak. Each leak is one issue, which
/// names the line of the subscription, the owner and the fix. `LeakDetector` describes how leaks are found, and which
/// are not found.
///
/// Without the trait `Tracing` the function does not run `body`, and records an issue that says how to enable the
/// trait.
///
/// - Parameters:
///   - cycles: The number of runs of `body` that are counted.
///   - warmup: The number of runs before the counted runs. With 0, all remains count.
///   - sourceLocation: The line that an issue names.
///   - settle: Runs after each run of `body`, before the count. Use this closure to wait for your own queues and
///     threads.
///   - body: The code to check.
/// - Throws: The error that `body` throws, as `LeakDetectorError.bodyFailed(run:reason:)`.
public func expectNoLeaks(
  cycles: Int = 3, warmup: Int = 1, sourceLocation: SourceLocation = #_sourceLocation,
  afterEachRun settle: () -> Void = {}, _ body: (LeakScope) throws -> Void
) throws {
  let progress = reportingSlowly("\(sourceLocation)")
  try record(sourceLocation) {
    try LeakDetector.check(cycles: cycles, warmup: warmup, afterEachRun: settle, progress: progress, body)
  }
}

/// Expects that `body`, with its events on their way to the main actor, leaves nothing behind.
///
/// Otherwise like the function for synchronous blocks. If `body` contains no `await`, write `{ scope async in … }`.
public func expectNoLeaks(
  cycles: Int = 3, warmup: Int = 1, sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, afterEachRun settle: () async -> Void = {},
  _ body: (LeakScope) async throws -> Void
) async throws {
  do {
    let report = try await LeakDetector.check(
      cycles: cycles, warmup: warmup, afterEachRun: settle, progress: reportingSlowly("\(sourceLocation)"), body)
    record(report, sourceLocation)
  } catch LeakDetectorError.needsTracing {
    Issue.record("\(LeakDetectorError.needsTracing)", sourceLocation: sourceLocation)
  }
}

private func record(_ sourceLocation: SourceLocation, _ check: () throws -> LeakReport) throws {
  do { record(try check(), sourceLocation) } catch LeakDetectorError.needsTracing {
    Issue.record("\(LeakDetectorError.needsTracing)", sourceLocation: sourceLocation)
  }
}

/// Records each finding as an issue.
func record(_ report: LeakReport, _ sourceLocation: SourceLocation) {
  LeaksAtExit.note(report.findings)
  let notes = report.notes.map { "\nnote: \($0)" }.joined()
  for finding in report.findings { Issue.record("\(finding)\(notes)", sourceLocation: sourceLocation) }
}

/// A trait that looks for leaks in a test, or in every test of a suite; see ``Testing/Trait/leakChecked``.
public struct LeakChecked: SuiteTrait, TestTrait, TestScoping {
  /// True: a suite passes the trait on to its tests.
  public let isRecursive = true
  /// The number of counted runs; nil if the test runs once, and again only if it leaves something behind.
  let cycles: Int?
  let warmup: Int

  /// Runs the test under the leak detector, and records an issue for each leak. The testing library calls this
  /// function.
  ///
  /// - Parameters:
  ///   - test: The test or suite that has the trait.
  ///   - testCase: The arguments of the test, if any.
  ///   - function: Runs the test.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    do {
      let progress = reportingSlowly(test.name)
      let report =
        if let cycles {
          try await LeakDetector.check(test.name, cycles: cycles, warmup: warmup, progress: progress) { _ in
            try await function()
          }
        } else {
          try await LeakDetector.checkOnce(test.name, progress: progress) { _ in try await function() }
        }
      record(report, test.sourceLocation)
    } catch LeakDetectorError.needsTracing {
      try await function()
      Issue.record("\(LeakDetectorError.needsTracing)", sourceLocation: test.sourceLocation)
    }
  }
}

extension Trait where Self == LeakChecked {
  /// Expects that a test ends every subscription that it makes, and that no subject that it makes outlives the test.
  ///
  /// ```swift
  /// @Test(.leakChecked) func playerGoes() {
  ///   let player = LeakScope.current!.track(Player())   // must be gone when the test is over
  ///   player.start(clock)
  /// }
  /// ```
  /// If anything is left after the test, the test runs again, because the first use of a singleton leaves something
  /// behind only once. What is left again is a leak. If an owner or subject is left, the test runs about once more for
  /// each line that subscribes, to find the subscription that holds it; if a count grows, up to 19 times more. Each
  /// leak is one issue. Tests that run at the same time are not blamed for each other's leaks.
  ///
  /// Without the trait `Tracing` the test runs, and an issue says how to enable the trait.
  public static var leakChecked: Self { LeakChecked(cycles: nil, warmup: 0) }

  /// Expects that a test leaves nothing behind in the counted runs. For a test that may leave something behind once,
  /// such as a cache: it runs `warmup` times before the `cycles` counted runs.
  ///
  /// - Parameters:
  ///   - cycles: The number of runs of the test that are counted.
  ///   - warmup: The number of runs before the counted runs. With 0, all remains count.
  public static func leakChecked(cycles: Int, warmup: Int = 1) -> Self { LeakChecked(cycles: cycles, warmup: warmup) }
}
