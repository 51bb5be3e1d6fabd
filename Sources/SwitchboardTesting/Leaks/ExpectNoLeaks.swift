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
/// `body` runs several times; what it leaves behind once, as a cache does, is no leak. Each leak is one issue, which names
/// the line of the subscription, the owner and the fix. How it is found, and what is not, stands at `LeakDetector`.
///
/// Without the trait `Tracing` it does not run `body` and records an issue that says how to enable it.
///
/// - Parameters:
///   - cycles: How often `body` runs and is counted.
///   - warmup: How often it runs before. 0: everything that is left counts.
///   - settle: Runs after each run of `body`, before anything is counted: waits for queues and threads of your own.
/// - Throws: What `body` throws, as ``LeakDetectorError/bodyFailed(run:reason:)``.
public func expectNoLeaks(
  cycles: Int = 3, warmup: Int = 1, sourceLocation: SourceLocation = #_sourceLocation, settle: () -> Void = {},
  _ body: (LeakScope) throws -> Void
) throws {
  try record(sourceLocation) { try LeakDetector.check(cycles: cycles, warmup: warmup, settle: settle, body) }
}

/// Expects that `body`, and what it has on its way to the main actor, leaves nothing behind.
///
/// As the one for synchronous blocks. Write `{ scope async in … }` where nothing is awaited in it.
public func expectNoLeaks(
  cycles: Int = 3, warmup: Int = 1, sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, settle: () async -> Void = {},
  _ body: (LeakScope) async throws -> Void
) async throws {
  do {
    let report = try await LeakDetector.check(cycles: cycles, warmup: warmup, settle: settle, body)
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

/// Makes each finding an issue.
func record(_ report: LeakReport, _ sourceLocation: SourceLocation) {
  let notes = report.notes.map { "\nnote: \($0)" }.joined()
  for finding in report.findings { Issue.record("\(finding)\(notes)", sourceLocation: sourceLocation) }
}
