public import SwitchboardTracing

/// A reader of a trace that a ``PerfettoWriter`` wrote, record by record.
///
/// The reader returns the records that were written, except that flows have new numbers. Equal flows stay equal, and a
/// flow is 0 if its activity began before the trace. The file is read as its records are requested. Memory holds the
/// symbols, the slices in progress, and the flows that were queued or hopped and have not arrived. Copies of a reader
/// share one position.
public struct PerfettoReader: TraceSource {
  private let decoder: PerfettoDecoder

  /// Opens the file at `path` and reads its header.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: ``TraceFileError`` if the file cannot be read, or is no trace of Switchboard.
  public init(path: String) throws(TraceFileError) {
    decoder = try PerfettoDecoder(PacketInput(path: path))
  }

  package init(bytes: [UInt8]) throws(TraceFileError) {
    decoder = try PerfettoDecoder(PacketInput(bytes: bytes))
  }

  /// The description of the traced program.
  public var header: TraceHeader { decoder.header }
  /// The symbols of the records read so far.
  public var symbols: TraceSymbols { decoder.symbols }

  /// The number of bytes that have been read.
  public var bytesRead: UInt64 { decoder.input.offset }
  /// The size of the file. 0 if it cannot be known, as for a pipe.
  public var byteCount: UInt64 { decoder.input.byteCount }

  /// Whether the file was read to its end, and the recording was ended there.
  ///
  /// False until ``next()`` has returned nil. Then, false means that records may be missing at the end: the traced
  /// program was killed, or its disk was full, or it is still recording. Files of earlier versions, which have no mark
  /// at their end, count as complete.
  public var isComplete: Bool { decoder.isComplete }

  /// Returns the next record, or nil at the end; see ``isComplete``. O(1) amortised.
  ///
  /// - Throws: ``TraceFileError`` if the file is damaged or cut off, after all records before that place have been
  ///   returned. Later calls throw the same error again.
  public mutating func next() throws(TraceFileError) -> TraceRecord? { try decoder.next() }
}

extension PerfettoReader {
  /// Reads the rest of the trace, summarises it, and returns three totals: the records, the missing records, and the
  /// calls of handlers. O(records).
  ///
  /// Not API: the benchmarks measure with this function what the command `switchboard-trace summary` costs.
  public mutating func _totals() throws(TraceFileError) -> (records: UInt64, lost: UInt64, deliveries: UInt64) {
    var builder = TraceSummaryBuilder(header)
    while let record = try next() { builder.add(record) }
    let summary = builder.summary(symbols)
    return (summary.records, summary.lost, summary.sites.reduce(0) { $0 + $1.deliveries })
  }
}
