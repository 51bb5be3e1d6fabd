public import SwitchboardTracing
import Synchronization

/// A writer of traces that ui.perfetto.dev opens and ``PerfettoReader`` reads. Writes while the trace is recorded.
///
/// Memory does not grow with the trace. The writer holds the numbers of symbols, the activities in progress, the
/// registries that have been subscribed to and not closed, and the flows that were queued or hopped and have not
/// arrived.
///
/// The file ends with a mark, which ``finish()`` writes. Without the mark, as after the death of the program or on a
/// full disk, readers say that the trace is not complete. The writer locks the file, so that no other writer can
/// destroy the trace.
///
/// Incomplete data at the edges of a trace is written as follows. The end of an activity that began before the trace is
/// left out, and its deliveries become instants. Activities that are still in progress at the end, or when the program
/// dies, stay open; the viewer says that they did not end. A loss closes all open slices of its thread. Within a
/// thread, a time earlier than the time before it is raised to that time.
public final class PerfettoWriter: TraceSink {
  private let encoder: Mutex<PerfettoEncoder>

  /// Creates the file at `path`, or empties it.
  ///
  /// - Parameter path: The path of the file. Its folder must exist.
  /// - Throws: ``TraceFileError/unwritable(path:reason:)``, and ``TraceFileError/inUse(path:)`` if another writer is
  ///   writing the file; the file then stays as it is.
  public convenience init(path: String) throws(TraceFileError) {
    unsafe try self.init(path: path, write: systemWrite)
  }

  package convenience init(path: String, write: @escaping SystemWrite) throws(TraceFileError) {
    unsafe try self.init(into: OutputFile(path: path, write: write))
  }

  /// Creates a writer whose packets go into `sink`.
  package init(into sink: any PacketSink) { encoder = Mutex(PerfettoEncoder(into: sink)) }

  deinit {
    encoder.withLock { encoder in
      // A deinit cannot report an error.
      try? encoder.abandon()
    }
  }

  /// Writes the header of the trace.
  public func begin(_ header: TraceHeader) throws(TraceFileError) {
    try encoder.withLock { encoder throws(TraceFileError) in try encoder.begin(header) }
  }

  /// Writes `records`. O(1) each, without allocation except for new symbols. When this function returns, the file has
  /// the records, even if the program is killed.
  ///
  /// - Throws: ``TraceFileError/writeFailed(path:reason:)`` if the file cannot take the records. The file then ends
  ///   with the last packet that was written whole.
  public func write(_ records: [TraceRecord], _ symbols: TraceSymbols) throws(TraceFileError) {
    try encoder.withLock { encoder throws(TraceFileError) in try encoder.encode(records, symbols) }
  }

  /// Writes the end mark, and closes the file.
  public func finish() throws(TraceFileError) {
    try encoder.withLock { encoder throws(TraceFileError) in try encoder.finish() }
  }

  /// The number of entries in the writer's tables, including those for symbols.
  package var tableSize: Int { encoder.withLock { $0.tableSize } }
}

extension TraceSnapshot {
  /// Writes the snapshot as a Perfetto trace to the file at `path`, which is created or emptied. O(records).
  ///
  /// - Parameter path: The path of the file. Its folder must exist.
  /// - Throws: ``TraceFileError``.
  public func write(to path: String) throws {
    let writer = try PerfettoWriter(path: path)
    try writer.begin(header)
    try writer.write(records, symbols)
    try writer.finish()
  }
}
