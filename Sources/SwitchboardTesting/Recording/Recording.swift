import SwitchboardTracing

/// The result of recording a block.
enum Recording {
  case recorded(TraceSnapshot)
  /// There is no complete trace, for the given reason. The block ran nevertheless.
  case failed(String)

  /// The number of records of one thread, which take two megabytes.
  static let recordsPerThread = 1 << 16

  @TaskLocal private static var isInside = false

  private static let obstacle: String? = {
    #if Tracing
      return nil
    #else
      return """
        Nothing was recorded: this build has no probes. Enable the trait Tracing, with `swift test --traits Tracing`, \
        or with `traits: ["Tracing"]` where your package names switchboard as a dependency.
        """
    #endif
  }()

  private static var refusal: String? {
    obstacle
      ?? (isInside ? "A recording inside another. The outer one has what the inner one did; record only once." : nil)
  }

  /// Records `body`. Runs `body` even if nothing can be recorded.
  static func run(_ body: () throws -> Void) rethrows -> Recording {
    if let refusal {
      try body()
      return .failed(refusal)
    }
    let session: TraceSession
    do { session = try SharedSession.join() } catch {
      try body()
      return .failed("Nothing was recorded. \(advice(error))")
    }
    defer { SharedSession.leave() }
    let flow = TraceFlow(in: session)
    try $isInside.withValue(true) { try flow.run(body) }
    return result(of: flow, in: session)
  }

  /// Records `body`. Runs `body` even if nothing can be recorded.
  static func runAsync(_ body: @Sendable () async throws -> Void) async rethrows -> Recording {
    if let refusal {
      try await body()
      return .failed(refusal)
    }
    let session: TraceSession
    do { session = try await SharedSession.joinAsync() } catch {
      try await body()
      return .failed("Nothing was recorded. \(advice(error))")
    }
    defer { SharedSession.leave() }
    let flow = TraceFlow(in: session)
    let thread = TaskThread(flow)
    defer { thread.finish() }
    try await withTaskExecutorPreference(thread) {
      try await $isInside.withValue(true) { try await body() }
    }
    return result(of: flow, in: session)
  }

  private static func advice(_ error: any Error) -> String {
    guard case TraceSessionError.alreadyRecording = error else { return "\(error)" }
    return """
      Something else in this process records: a test that starts a TraceSession, which should have the trait \
      `.ownTraceSession`, or the environment variable SWITCHBOARD_TRACE, which should not be set while tests run.
      """
  }

  private static func result(of flow: TraceFlow, in session: TraceSession) -> Recording {
    if let trace = flow.trace() { return .recorded(trace) }
    guard TraceSession.current === session else {
      return .failed("Nothing was recorded: the session was stopped by the code that it recorded, or by another test.")
    }
    return .failed(
      """
      Records were lost, so the trace is not complete: there is room for \(recordsPerThread) of each thread. Do less \
      in one recording.
      """)
  }
}
