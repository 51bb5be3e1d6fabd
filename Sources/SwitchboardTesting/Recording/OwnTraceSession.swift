public import Testing

/// For tests that start a `TraceSession` themselves; see ``Testing/Trait/ownTraceSession``.
public struct OwnTraceSession: SuiteTrait, TestTrait, TestScoping {
  public let isRecursive = true

  /// Waits, without blocking a thread, until it may run the test.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let thread = TaskThread()
    defer { thread.finish() }
    // By then recordings may block every thread of the pool until the test is over.
    try await withTaskExecutorPreference(thread) {
      await SharedSession.take()
      defer { SharedSession.giveBack() }
      try await function()
    }
  }
}

extension Trait where Self == OwnTraceSession {
  /// For tests that start a `TraceSession` themselves: a process has one at a time, and the tests of all targets run in one
  /// process.
  ///
  /// Such tests run one after another, and not while anything is recorded by ``recordTrace(sourceLocation:_:)-(()throws->Void)``
  /// and ``expectTrace(_:sourceLocation:_:)-(_,_,()throws->Void)``. Those wait for such a test in turn, and block their
  /// thread; so such a test, which runs on a thread of its own, must not wait for a detached task. After a minute they
  /// record an issue instead of a trace, as they do inside such a test.
  public static var ownTraceSession: Self { OwnTraceSession() }
}
