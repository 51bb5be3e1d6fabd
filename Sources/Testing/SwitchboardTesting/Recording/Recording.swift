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
        Nothing was recorded, because this build has no probes. Enable the trait Tracing with \
        `swift test --traits Tracing`, or with `traits: ["Tracing"]` where your package names switchboard as a \
        dependency.
        """
    #endif
  }()

  private static var refusal: String? {
    obstacle
      ?? (isInside
        ? "A recording inside another recording. The outer recording contains the inner; remove one of them." : nil)
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
      Another trace session is recording in this process. Give each test that starts a TraceSession the trait \
      `.ownTraceSession`, and do not set the environment variable SWITCHBOARD_TRACE while tests run.
      """
  }

  private static func result(of flow: TraceFlow, in session: TraceSession) -> Recording {
    if let trace = flow.trace() { return .recorded(trace) }
    guard TraceSession.current === session else {
      return .failed(
        "Nothing was recorded: the recorded code or another test stopped the session. Do not stop it there.")
    }
    return .failed(
      """
      Records were lost, so the trace is not complete. A recording has room for \(recordsPerThread) records per \
      thread; do less in one recording.
      """)
  }
}
