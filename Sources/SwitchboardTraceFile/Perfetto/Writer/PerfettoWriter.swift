public import SwitchboardTracing
import Synchronization

/// Writes a trace that ui.perfetto.dev opens, and ``PerfettoReader`` reads, while it is recorded.
///
/// Memory does not grow with the trace: it holds the symbols' numbers, the activities in progress, the registries that
/// have been subscribed to and not closed, and the flows that were queued or hopped and have not arrived. Up to 256 KiB
/// wait in memory for the next write.
///
/// What a trace may lack at its edges is written as follows. The end of an activity that began before the trace is left
/// out, and its deliveries become instants. Activities still in progress at the end, or when the program dies, stay
/// open: the viewer says that they did not end. A loss closes what is open in its thread. Within a thread, a time before
/// its predecessor's is raised to it.
public final class PerfettoWriter: TraceSink {
  private let encoder: Mutex<PerfettoEncoder>

  /// Creates the file at `path`, or empties it.
  public init(path: String) throws(TraceFileError) {
    encoder = Mutex(PerfettoEncoder(file: try OutputFile(path: path)))
  }

  deinit {
    encoder.withLock { encoder in
      // Nobody is left to tell.
      try? encoder.finish()
    }
  }

  /// Writes what the trace says of itself.
  public func begin(_ header: TraceHeader) throws(TraceFileError) {
    try encoder.withLock { encoder throws(TraceFileError) in try encoder.begin(header) }
  }

  /// Writes `records`. O(1) each, and no allocation except for symbols that are new. Throws
  /// ``TraceFileError/writeFailed(path:reason:)`` if the file cannot take them; then it ends with the last packet that
  /// it took whole.
  public func write(_ records: [TraceRecord], _ symbols: TraceSymbols) throws(TraceFileError) {
    try encoder.withLock { encoder throws(TraceFileError) in try encoder.encode(records, symbols) }
  }

  /// Writes what waits in memory and closes the file.
  public func finish() throws(TraceFileError) {
    try encoder.withLock { encoder throws(TraceFileError) in try encoder.finish() }
  }

  /// How many entries its tables have, symbols' included.
  package var tableSize: Int { encoder.withLock { $0.tableSize } }
}

extension TraceSnapshot {
  /// Writes it as a Perfetto trace. Throws a ``TraceFileError``.
  public func write(to path: String) throws {
    let writer = try PerfettoWriter(path: path)
    try writer.begin(header)
    try writer.write(records, symbols)
    try writer.finish()
  }
}
