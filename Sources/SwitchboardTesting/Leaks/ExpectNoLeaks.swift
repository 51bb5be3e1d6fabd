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
///   - settle: Runs after each run of `body`, before the count. Use this closure to wait for your own queues and
///     threads.
/// - Throws: The error that `body` throws, as ``LeakDetectorError/bodyFailed(run:reason:)``.
public func expectNoLeaks(
  cycles: Int = 3, warmup: Int = 1, sourceLocation: SourceLocation = #_sourceLocation,
  afterEachRun settle: () -> Void = {}, _ body: (LeakScope) throws -> Void
) throws {
  try record(sourceLocation) { try LeakDetector.check(cycles: cycles, warmup: warmup, afterEachRun: settle, body) }
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
    let report = try await LeakDetector.check(cycles: cycles, warmup: warmup, afterEachRun: settle, body)
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
  let notes = report.notes.map { "\nnote: \($0)" }.joined()
  for finding in report.findings { Issue.record("\(finding)\(notes)", sourceLocation: sourceLocation) }
}
