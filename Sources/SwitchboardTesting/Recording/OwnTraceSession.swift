public import Testing

/// A trait for tests that start a `TraceSession` themselves; see ``Testing/Trait/ownTraceSession``.
public struct OwnTraceSession: SuiteTrait, TestTrait, TestScoping {
  /// True: a suite passes the trait on to its tests.
  public let isRecursive = true

  /// Runs the test when no recording is in progress. Waits without blocking a thread.
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
  /// Such tests run one after another, and not while ``recordTrace(sourceLocation:_:)-(()throws->Void)`` or
  /// ``expectTrace(_:sourceLocation:_:)-(_,_,()throws->Void)`` records. These functions in turn wait for such a test,
  /// and block their thread. So a test with this trait, which runs on a separate thread, must not wait for a detached
  /// task. After a minute of waiting, these functions record an issue instead of a trace. This also happens when they
  /// are called inside such a test.
  public static var ownTraceSession: Self { OwnTraceSession() }
}
