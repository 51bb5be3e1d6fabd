@_exported public import SwitchboardTracing
public import Testing

/// Records what `body` does, and what that leads to before `body` returns, on whatever thread.
///
/// ```swift
/// let trace = recordTrace { form.submit() }
/// #expect(trace.records.count { $0.kind == .send } == 1)
/// ```
/// What is recorded is what `body` does on the thread that runs it, and what Switchboard carries on from there: handlers, and
/// events that wait for their turn or hop to another thread. What `body` makes other threads do in another way, as with a
/// `Thread`, a queue or an unstructured `Task`, is not. Tests that run at the same time do not disturb each other unless they
/// send into the same subject: then the calls of `body`'s handlers for another test's event are that test's.
///
/// Without the trait `Tracing`, while something else records, inside another recording, or if records were lost (there is
/// room for 65,536 of each thread), it runs `body`, records an issue that says what to do, and returns an empty trace. What
/// `body` throws is thrown, and the recording is gone.
///
/// Cost: 2 MB for each thread that takes part, set up when it first does; then as much time as the program takes while it is
/// traced.
/// Threading: from any thread. Recordings do not wait for each other; they may wait for tests with
/// ``Testing/Trait/ownTraceSession``.
@discardableResult
public func recordTrace(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) rethrows -> TraceSnapshot {
  snapshot(try Recording.run(body), sourceLocation)
}

/// Records what `body` does, and what that leads to before `body` returns, on whatever thread.
///
/// As the one for synchronous blocks; in addition: `body`, its child tasks and the actors that they call run one after
/// another on a thread of the recording's own, so that one order comes out. What runs on the main actor, on an actor with an
/// executor of its own, or in an unstructured `Task` is left out.
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
