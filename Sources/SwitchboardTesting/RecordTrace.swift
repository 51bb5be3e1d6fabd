public import SwitchboardTracing
import Synchronization
public import Testing

/// Records what `body` does, and what that leads to before `body` returns, on whatever thread. What other tests do at the
/// same time is left out.
///
/// Without the `Tracing` trait, or while another ``TraceSession`` records, it runs `body`, records an issue, and returns an
/// empty trace. Records that were lost are an issue as well.
///
/// Recordings wait for each other, so tests that record run one after another. One inside another is an issue.
///
/// - Parameter recordsPerThread: Room for so many; see ``TraceConfiguration``.
@discardableResult
public func recordTrace(
  recordsPerThread: Int = 1 << 16, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) rethrows -> TraceSnapshot {
  switch try Recording.run(recordsPerThread, body) {
  case .recorded(let trace):
    return trace
  case .failed(let reason):
    Issue.record("\(reason)", sourceLocation: sourceLocation)
    return TraceSnapshot(
      header: TraceHeader(hasClock: false, program: "", processID: 0), symbols: TraceSymbols(), records: [])
  }
}

enum Recording {
  case recorded(TraceSnapshot)
  case failed(String)

  // Known to nobody else, and only one recording runs at a time.
  private static let scope = "SwitchboardTesting.recordTrace"
  private static let turn = Mutex(())
  @TaskLocal private static var isInside = false

  /// Runs `body` in every case.
  static func run(_ recordsPerThread: Int, _ body: () throws -> Void) rethrows -> Recording {
    #if Tracing
      if isInside {
        try body()
        return .failed("One recording is inside another: a trace is recorded once at a time.")
      }
      return try turn.withLock { _ in
        try $isInside.withValue(true) { try record(recordsPerThread, body) }
      }
    #else
      try body()
      return .failed("Nothing was recorded: enable the Tracing trait, as in `swift test --traits Tracing`.")
    #endif
  }

  #if Tracing
    private static func record(_ recordsPerThread: Int, _ body: () throws -> Void) rethrows -> Recording {
      let session: TraceSession
      do {
        session = try TraceSession.start(
          TraceConfiguration(clock: .sequence, whenFull: .stop, recordsPerThread: recordsPerThread))
      } catch {
        try body()
        return .failed("Nothing was recorded. \(error)")
      }
      // Nothing is thrown for want of a sink.
      defer { _ = try? session.stop() }
      try withTraceScope(scope) { try body() }
      let trace = session.snapshot().caused(byScope: scope).withoutScope(called: scope)
      let lost = trace.records.reduce(0) { $1.kind == .lost ? $0 + $1.count : $0 }
      if lost > 0 {
        return .failed("\(lost) records were lost: pass a `recordsPerThread` above \(recordsPerThread), or do less.")
      }
      return .recorded(trace)
    }
  #endif
}

extension TraceSnapshot {
  /// Without the outermost activity, as if nothing had been around what ran in it; and without the losses of threads that
  /// have no part in the trace.
  func withoutScope(called name: String) -> TraceSnapshot {
    guard let root = records.first(where: { $0.kind == .scope && symbols.label(of: $0).name == name }) else {
      return self
    }
    let threads = Set(records.lazy.filter { $0.kind != .lost }.map(\.thread))
    var part = self
    part.records = records.compactMap { record in
      if record.flow == root.flow, record.kind == .scope || record.kind == .end { return nil }
      if record.kind == .lost, !threads.contains(record.thread) { return nil }
      var record = record
      if record.flow == root.flow { record.flow = 0 }
      if record.cause == root.flow { record.cause = 0 }
      return record
    }
    return part
  }
}
