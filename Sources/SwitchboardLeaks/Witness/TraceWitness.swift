internal import SwitchboardBroadcast
public import SwitchboardTracing

/// An independent witness for a leak check: records the trace of all that the process does meanwhile, and counts from it
/// what each line has left subscribed, by subscribes minus disposes. The check counts live objects instead; both must come
/// to the same.
///
/// ```swift
/// let witness = try TraceWitness()
/// let report = try LeakDetector.check { … }
/// let testimony = try witness.stop()
/// testimony.contradictions(to: report)   // empty
/// ```
/// A recording is process-wide, so other checks, or other subscribers, must not run at the same time.
///
/// Cost: that of a ``TraceSession`` that streams: about 10 ns a record; memory for the lines, and for the records to keep.
public final class TraceWitness: Sendable {
  private let session: TraceSession
  private let sink: CountingSink

  /// Begins to record.
  ///
  /// - Parameter last: How many of the newest records to keep, for the ``Testimony/trace``.
  /// - Throws: ``TraceSessionError``, also if another session is recording; ``LeakDetectorError/needsTracing``.
  public init(keepingLast last: Int = 0) throws {
    guard LeakProbe.isAvailable else { throw LeakDetectorError.needsTracing }
    sink = CountingSink(last: last)
    session = try TraceSession.stream(to: sink, clock: .automatic, waits: true)
  }

  /// Ends the recording. To be called while what the code under check subscribed to is still there: a subscription ends with
  /// its registry.
  public func stop() throws -> Testimony {
    try session.stop()
    return sink.testimony(lostRecords: session.lostRecords)
  }

  /// What the trace says.
  public struct Testimony: Sendable {
    /// Subscriptions left by line, where there are any.
    public var left: [String: Int]
    /// Records that are missing: then nothing is certain.
    public var lostRecords: UInt64
    /// The newest records.
    public var trace: TraceSnapshot

    /// Where the trace and the check do not agree, a sentence each, ordered by line.
    public func contradictions(to report: LeakReport) -> [String] {
      if lostRecords > 0 { return ["The trace lacks \(lostRecords) records, so it proves nothing."] }
      let lines = Set(left.keys).union(report.left.keys).sorted()
      return lines.filter { left[$0] != report.left[$0] }.map { line in
        "Of the subscriptions made at \(line) \(left[line] ?? 0) are left by the trace, \(report.left[line] ?? 0) by the check."
      }
    }
  }
}

/// Counts what is streamed to it.
private final class CountingSink: TraceSink {
  private struct State {
    var header = TraceHeader(hasClock: true, program: "", processID: 0)
    var symbols = TraceSymbols()
    /// By the number of the line.
    var left: [UInt32: Int] = [:]
    var lost: UInt64 = 0
    var newest: [TraceRecord] = []
  }

  private let state = Lock(State())
  private let last: Int

  init(last: Int) { self.last = last }

  func begin(_ header: TraceHeader) { state.withLock { $0.header = header } }

  func write(_ records: [TraceRecord], _ symbols: TraceSymbols) {
    state.withLock { state in
      state.symbols = symbols
      for record in records {
        switch record.kind {
        case .subscribe where !record.isIndirect: state.left[record.site, default: 0] += 1
        case .dispose where !record.isIndirect: state.left[record.site, default: 0] -= 1
        case .lost: state.lost += record.count
        default: break
        }
      }
      if last == 0 { return }
      state.newest += records.suffix(last)
      // Now and then, so that each record is moved once on average.
      if state.newest.count > 2 * last { state.newest.removeFirst(state.newest.count - last) }
    }
  }

  func finish() {}

  func testimony(lostRecords: UInt64) -> TraceWitness.Testimony {
    state.withLock { state in
      var left: [String: Int] = [:]
      for (site, count) in state.left where count != 0 {
        left["\(state.symbols.sites[Int(site)])", default: 0] += count
      }
      return TraceWitness.Testimony(
        left: left, lostRecords: lostRecords + state.lost,
        trace: TraceSnapshot(header: state.header, symbols: state.symbols, records: Array(state.newest.suffix(last))))
    }
  }
}
