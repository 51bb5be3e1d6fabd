/// The description of a trace that precedes its first record.
public struct TraceHeader: Equatable, Sendable {
  /// Whether ``TraceRecord/time`` is in nanoseconds. Without a clock, times only give the order.
  public package(set) var hasClock: Bool
  /// The path of the traced program, as its first argument gives it. May be empty.
  public package(set) var program: String
  /// The system's id of the traced process.
  public package(set) var processID: Int32

  package init(hasClock: Bool, program: String, processID: Int32) {
    self.hasClock = hasClock
    self.program = program
    self.processID = processID
  }
}

/// A source of a trace's records, one after another: a snapshot in memory, or a file.
///
/// The records are ordered by time, as far as the source knows; the order of the records of one thread is exact.
package protocol TraceSource {
  /// The description of the trace.
  var header: TraceHeader { get }
  /// The symbols of the records read so far.
  var symbols: TraceSymbols { get }
  /// Returns the next record, or nil at the end.
  mutating func next() throws -> TraceRecord?
}

/// A destination for a trace's records while the trace is recorded.
///
/// Threading: one thread at a time calls the members of a sink. A sink may use what is traced, but what it does is not
/// recorded. It must not wait for a thread that records, because that thread may be waiting for the sink.
public protocol TraceSink: AnyObject, Sendable {
  /// Begins the trace. Called once, before all other members.
  ///
  /// - Parameter header: What the trace says of the program and of its clock.
  func begin(_ header: TraceHeader) throws
  /// Takes records, ordered by time; the order of the records of one thread is exact. `symbols` resolves the numbers in
  /// these records.
  ///
  /// After an error this function is not called again, and the recorder counts the records that follow as lost.
  ///
  /// - Parameters:
  ///   - records: The next records.
  ///   - symbols: The lines, labels and threads that the records name by number.
  func write(_ records: [TraceRecord], _ symbols: TraceSymbols) throws
  /// Ends the trace. Called once, after all other members, unless there was an error.
  func finish() throws
}

/// A sink that looks at no label. A session with such a sink keeps no names, so it may last as long as the program.
package protocol UnlabelledSink: TraceSink {}

/// A trace in memory.
public struct TraceSnapshot: Equatable, Sendable {
  /// The description of the traced program.
  public package(set) var header: TraceHeader
  /// The meaning of the numbers in ``records``.
  public package(set) var symbols: TraceSymbols
  /// The records, ordered by time; the order of the records of one thread is exact.
  public package(set) var records: [TraceRecord]

  package init(header: TraceHeader, symbols: TraceSymbols, records: [TraceRecord]) {
    self.header = header
    self.symbols = symbols
    self.records = records
  }

  /// A source that reads the snapshot like a file. O(1).
  package var source: Source { Source(snapshot: self) }

  package struct Source: TraceSource {
    let snapshot: TraceSnapshot
    var position = 0

    package var header: TraceHeader { snapshot.header }
    package var symbols: TraceSymbols { snapshot.symbols }

    package mutating func next() -> TraceRecord? {
      guard position < snapshot.records.count else { return nil }
      defer { position += 1 }
      return snapshot.records[position]
    }
  }
}
