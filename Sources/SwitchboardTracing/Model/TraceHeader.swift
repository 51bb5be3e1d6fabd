/// The description of a trace that precedes its first record.
public struct TraceHeader: Equatable, Sendable {
  /// Whether ``TraceRecord/time`` is in nanoseconds. Without a clock, times only give the order.
  public var hasClock: Bool
  /// The path of the traced program.
  public var program: String
  public var processID: Int32

  public init(hasClock: Bool, program: String, processID: Int32) {
    self.hasClock = hasClock
    self.program = program
    self.processID = processID
  }
}

/// A source of a trace's records, one after another: a snapshot in memory, or a file.
///
/// The records are ordered by time, as far as the source knows; the order of the records of one thread is exact.
public protocol TraceSource {
  var header: TraceHeader { get }
  /// The symbols of the records read so far.
  var symbols: TraceSymbols { get }
  /// Returns the next record, or nil at the end.
  mutating func next() throws -> TraceRecord?
}

/// A destination for a trace's records while the trace is recorded.
///
/// Threading: one thread at a time calls the members of a sink.
public protocol TraceSink: AnyObject, Sendable {
  /// Begins the trace. Called once, before all other members.
  func begin(_ header: TraceHeader) throws
  /// Takes records in the order of a ``TraceSource``. `symbols` resolves the numbers in these records.
  ///
  /// After an error this function is not called again, and the recorder counts the records that follow as lost.
  func write(_ records: [TraceRecord], _ symbols: TraceSymbols) throws
  /// Ends the trace. Called once, after all other members, unless there was an error.
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

  /// A source that reads the snapshot like a file. O(1).
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
