public import SwitchboardTracing

/// Reads a trace that a ``PerfettoWriter`` wrote, record by record.
///
/// Gives what was written, except: flows have new numbers, the same one for the same flow, and 0 if the activity began
/// before the trace did. The file is read as its records are asked for; memory holds the symbols, the slices in
/// progress, and the flows that were queued or hopped and have not arrived. A copy reads on where the other one is.
public struct PerfettoReader: TraceSource {
  private let decoder: PerfettoDecoder

  /// Opens the file at `path` and reads what it says of itself.
  public init(path: String) throws(TraceFileError) {
    decoder = try PerfettoDecoder(PacketInput(path: path))
  }

  package init(bytes: [UInt8]) throws(TraceFileError) {
    decoder = try PerfettoDecoder(PacketInput(bytes: bytes))
  }

  public var header: TraceHeader { decoder.header }
  public var symbols: TraceSymbols { decoder.symbols }

  /// How much of the file has been read.
  public var bytesRead: UInt64 { decoder.input.offset }
  /// The size of the file. 0 if it cannot be known, as of a pipe.
  public var byteCount: UInt64 { decoder.input.byteCount }

  /// The next record, or nil at the end. Where the file is damaged or cut off it throws, after all records before that
  /// place have been returned; then it throws the same again.
  public mutating func next() throws(TraceFileError) -> TraceRecord? { try decoder.next() }
}
