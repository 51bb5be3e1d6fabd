/// The reason why a trace file could not be written or read, with the place and the remedy.
public enum TraceFileError: Error, Equatable, Sendable {
  /// The file could not be created.
  case unwritable(path: String, reason: String)
  /// Another writer is writing the file, in this or another process.
  case inUse(path: String)
  /// Writing failed after a part of the trace was written. That part of the file can be read.
  case writeFailed(path: String, reason: String)
  /// The file could not be opened, or a later read failed.
  case unreadable(path: String, reason: String)
  /// The file has no bytes.
  case empty(path: String)
  /// The file is not a trace of Switchboard. It may be a Perfetto trace of another program.
  case foreign(path: String)
  /// The file ends in the middle of the packet that begins at `offset`.
  case truncated(path: String, offset: UInt64)
  /// The packet at `offset` has content that no writer produces.
  case corrupt(path: String, offset: UInt64, cause: String)
  /// The file has a format of a later version.
  case unsupportedVersion(path: String, version: String)
}

extension TraceFileError: CustomStringConvertible {
  /// The path, the reason and the remedy.
  public var description: String {
    switch self {
    case .unwritable(let path, let reason):
      """
      \(path): cannot create the trace file: \(reason). Choose a path in an existing directory in which the program \
      may write.
      """
    case .inUse(let path):
      """
      \(path): another program is writing its trace to this file. Give each process a path of its own; in \
      SWITCHBOARD_TRACE, %p stands for the process id.
      """
    case .writeFailed(let path, let reason):
      """
      \(path): cannot write the rest of the trace: \(reason). The file has the records before the error. Free some \
      space, or write the trace to another disk.
      """
    case .unreadable(let path, let reason):
      "\(path): cannot read the trace file: \(reason). Check the path and its permissions."
    case .empty(let path):
      "\(path): the trace file is empty. The traced program may have ended before it wrote anything; record again."
    case .foreign(let path):
      "\(path): the file is not a trace of Switchboard. If it is a Perfetto trace, open it at ui.perfetto.dev."
    case .truncated(let path, let offset):
      """
      \(path): the trace file ends in the middle of the packet at byte \(offset). The records before it are good. The \
      traced program may have been killed, or the disk was full; record again.
      """
    case .corrupt(let path, let offset, let cause):
      """
      \(path): the trace file is damaged at byte \(offset): \(cause). The records before it are good. Copy the file \
      again as a binary file, or record again.
      """
    case .unsupportedVersion(let path, let version):
      "\(path): the trace has format \(version), but this program reads \(PerfettoFormat.marker). Update the program."
    }
  }
}
