/// What a trace says of itself before its first record.
public struct TraceHeader: Equatable, Sendable {
  /// Whether ``TraceRecord/time`` is nanoseconds; otherwise it only tells the order.
  public var hasClock: Bool
  /// Path of the traced program.
  public var program: String
  public var processID: Int32

  public init(hasClock: Bool, program: String, processID: Int32) {
    self.hasClock = hasClock
    self.program = program
    self.processID = processID
  }
}

/// Where a trace's records come from, one after another: a snapshot in memory or a file.
///
/// Ordered by time, as far as the source knows; each thread's own order is exact.
public protocol TraceSource {
  var header: TraceHeader { get }
  /// The symbols of the records read so far.
  var symbols: TraceSymbols { get }
  /// The next record, or nil at the end.
  mutating func next() throws -> TraceRecord?
}

/// Where a trace's records go while it is recorded.
///
/// Called by one thread at a time.
public protocol TraceSink: AnyObject, Sendable {
  /// Called once, first.
  func begin(_ header: TraceHeader) throws
  /// Takes records in the order of a ``TraceSource``. `symbols` has what they refer to.
  ///
  /// After an error it is not called again, and the recorder counts what follows as lost.
  func write(_ records: [TraceRecord], _ symbols: TraceSymbols) throws
  /// Called once, last, unless there was an error.
  func finish() throws
}

/// A trace in memory.
public struct TraceSnapshot: Equatable, Sendable {
  public var header: TraceHeader
  public var symbols: TraceSymbols
  public var records: [TraceRecord]

  public init(header: TraceHeader, symbols: TraceSymbols, records: [TraceRecord]) {
    self.header = header
    self.symbols = symbols
    self.records = records
  }

  /// Reads it like a file. O(1).
  public var source: Source { Source(snapshot: self) }

  public struct Source: TraceSource {
    let snapshot: TraceSnapshot
    var position = 0

    public var header: TraceHeader { snapshot.header }
    public var symbols: TraceSymbols { snapshot.symbols }

    public mutating func next() -> TraceRecord? {
      guard position < snapshot.records.count else { return nil }
      defer { position += 1 }
      return snapshot.records[position]
    }
  }
}
