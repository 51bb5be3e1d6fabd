internal import SwitchboardBroadcast
public import SwitchboardTracing

/// An independent witness for a leak check. The witness records a trace of everything that the process does during the
/// check. From the trace it counts the subscriptions that each line has left, as subscribes minus disposes. The check
/// counts live objects instead; both results must be equal.
///
/// ```swift
/// let witness = try TraceWitness()
/// let report = try LeakDetector.check { … }
/// let testimony = try witness.stop()
/// testimony.contradictions(to: report)   // empty
/// ```
/// A recording covers the whole process, so other checks or other subscribers must not run at the same time.
///
/// Cost: the cost of a `TraceSession` that streams, about 10 ns per record; memory for the lines, and for the kept
/// records.
public final class TraceWitness: Sendable {
  private let session: TraceSession
  private let sink: CountingSink

  /// Begins to record.
  ///
  /// - Parameter last: The number of newest records to keep, for ``Testimony/trace``.
  /// - Throws: `TraceSessionError`, for example if another session is recording; ``LeakDetectorError/needsTracing``.
  public init(keepingLast last: Int = 0) throws {
    guard LeakProbe.isAvailable else { throw LeakDetectorError.needsTracing }
    sink = CountingSink(last: last)
    session = try TraceSession.stream(to: sink, clock: .automatic, waits: true)
  }

  /// Ends the recording. Call this while the objects to which the code under check subscribed are still alive, because
  /// a subscription ends with its registry.
  public func stop() throws -> Testimony {
    try session.stop()
    return sink.testimony(lostRecords: session.lostRecords)
  }

  /// The evidence of the trace.
  public struct Testimony: Sendable {
    /// The number of subscriptions left by line, for the lines that left any.
    public let left: [String: Int]
    /// The number of missing records. If records are missing, nothing is certain.
    public let lostRecords: UInt64
    /// The lines of the library that records name.
    package let ownLines: [String]
    /// The newest records.
    public let trace: TraceSnapshot

    /// Returns the differences between the trace and the check, one sentence each, ordered by line.
    ///
    /// - Parameter report: The report of the check of the same code.
    public func contradictions(to report: LeakReport) -> [String] {
      if lostRecords > 0 { return ["The trace lacks \(lostRecords) records, so it proves nothing."] }
      let lines = Set(left.keys).union(report.left.keys).sorted()
      return lines.filter { left[$0] != report.left[$0] }.map { line in
        """
        The trace and the check disagree on the subscriptions made at \(line): the trace has \(left[line] ?? 0) left, \
        the check \(report.left[line] ?? 0).
        """
      }
    }
  }
}

/// A sink that counts the subscribes and disposes that are streamed to it.
private final class CountingSink: TraceSink {
  private struct State {
    var header = TraceHeader(hasClock: true, program: "", processID: 0)
    var symbols = TraceSymbols()
    /// The number of subscriptions left, by the number of the line.
    var left: [UInt32: Int] = [:]
    /// The numbers of the lines that records name.
    var named: Set<UInt32> = []
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
        if record.site != 0 { state.named.insert(record.site) }
        switch record.kind {
        case .subscribe where !record.isIndirect: state.left[record.site, default: 0] += 1
        case .dispose where !record.isIndirect: state.left[record.site, default: 0] -= 1
        default: break
        }
      }
      if last == 0 { return }
      state.newest += records.suffix(last)
      // The array is trimmed only when it has twice the size, so that each record is moved once on average.
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
      let named = state.named.map { state.symbols.sites[Int($0)] }
      return TraceWitness.Testimony(
        left: left, lostRecords: lostRecords, ownLines: named.filter(\.isOfLibrary).map(\.description).sorted(),
        trace: TraceSnapshot(header: state.header, symbols: state.symbols, records: Array(state.newest.suffix(last))))
    }
  }
}
