@_exported public import SwitchboardTracing
public import Testing

/// Records what `body` does, and what that leads to on any thread before `body` returns.
///
/// ```swift
/// let trace = recordTrace { form.submit() }
/// #expect(trace.records.count { $0.kind == .send } == 1)
/// ```
/// The trace contains what `body` does on its own thread, and what Switchboard continues from there: handlers, and
/// events that wait for their turn or hop to another thread. The trace does not contain work that `body` moves to other
/// threads in another way, such as a `Thread`, a queue or an unstructured `Task`. Tests that run at the same time do
/// not disturb each other unless they send into the same subject. In that case, a call of `body`'s handler for another
/// test's event belongs to the other test.
///
/// Without a recording the function runs `body`, records an issue that says what to do, and returns an empty trace.
/// This happens without the trait `Tracing`, while another session records, inside another recording, or if records
/// were lost (each thread has room for 65,536). If `body` throws, the error is thrown and the recording is discarded.
///
/// Cost: 2 MB for each thread that takes part, set up when the thread first records; otherwise the time that the traced
/// program takes.
/// Threading: from any thread. Recordings do not wait for each other; they may wait for tests with
/// ``Testing/Trait/ownTraceSession``.
///
/// - Parameter body: What to record. It runs once, on the calling thread.
@discardableResult
public func recordTrace(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) rethrows -> TraceSnapshot {
  snapshot(try Recording.run(body), sourceLocation)
}

/// Records what the asynchronous `body` does, and what that leads to on any thread before `body` returns.
///
/// Otherwise like the function for synchronous blocks. `body`, its child tasks and the actors that they call run one
/// after another on a thread of the recording, so that the trace has one order. The trace leaves out what runs on the
/// main actor, on an actor with its own executor, or in an unstructured `Task`.
///
/// - Parameter body: What to record. It runs once, on a thread of the recording.
@discardableResult
@_disfavoredOverload
public func recordTrace(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: @Sendable () async throws -> Void
) async rethrows -> TraceSnapshot {
  snapshot(try await Recording.runAsync(body), sourceLocation)
}

private func snapshot(_ recording: Recording, _ sourceLocation: SourceLocation) -> TraceSnapshot {
  switch recording {
  case .recorded(let trace):
    return trace
  case .failed(let reason):
    Issue.record("\(reason)", sourceLocation: sourceLocation)
    return TraceSnapshot(
      header: TraceHeader(hasClock: false, program: "", processID: 0), symbols: TraceSymbols(), records: [])
  }
}

/// A trait for tests that start a `TraceSession` themselves; see ``Testing/Trait/ownTraceSession``.
public struct OwnTraceSession: SuiteTrait, TestTrait, TestScoping {
  /// True: a suite passes the trait on to its tests.
  public let isRecursive = true

  /// Runs the test when no recording is in progress. Waits without blocking a thread.
  ///
  /// - Parameters:
  ///   - test: The test or suite that has the trait.
  ///   - testCase: The arguments of the test, if any.
  ///   - function: Runs the test.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let thread = TaskThread()
    defer { thread.finish() }
    // Recordings may block every thread of the pool until the test is over, so the test runs on a separate thread.
    try await withTaskExecutorPreference(thread) {
      await SharedSession.take()
      defer { SharedSession.giveBack() }
      try await function()
    }
  }
}

extension Trait where Self == OwnTraceSession {
  /// A trait for tests that start a `TraceSession` themselves. A process has one session at a time, and the tests of
  /// all targets run in one process.
  ///
  /// Such tests run one after another, and not while `recordTrace` or `expectTrace` records. These functions in turn
  /// wait for such a test, and block their thread. So a test with this trait, which runs on a separate thread, must not
  /// wait for a detached task. After a minute of waiting, these functions record an issue instead of a trace. This also
  /// happens when they are called inside such a test.
  public static var ownTraceSession: Self { OwnTraceSession() }
}
