#if Tools
  import ArgumentParser
  import Foundation
  import SwitchboardTraceFile
  import SwitchboardTracing

  /// A trace file, read for a command. A damaged file ends where the damage begins; the command reports the damage
  /// after it has shown the records before that place.
  struct TraceInput: TraceSource {
    /// The damage of a file, found while the file is read.
    final class Damage {
      fileprivate var reason: String?
      /// What to say about a file that has no damage, but also no end.
      fileprivate var warning: String?

      /// Whether the records of the file are known to be all records of the recording.
      var isNone: Bool { reason == nil && warning == nil }
      /// What scripts should know about the file, which is nothing if the file is whole.
      var warnings: [String] { [reason, warning].compactMap { $0 } }

      /// Reports the damage. Ends the command with status 65 if the file is damaged, but not if it only has no end,
      /// since that is usual after a crash, and while the program still records.
      func report() throws {
        if let reason { throw Failure.badData(reason: reason).reported() }
        if let warning { StandardError.write("switchboard-trace: \(warning)\n") }
      }
    }

    let damage: Damage
    private var reader: PerfettoReader
    private var progress: ReadingProgress
    private var hasEnded = false
    private let path: String

    var header: TraceHeader { reader.header }
    var symbols: TraceSymbols { reader.symbols }

    /// Opens the file. Ends the command with status 66 if the file does not exist or may not be read, and with status
    /// 65 if it is no trace.
    ///
    /// - Parameter damage: The damage found by an earlier reading of the same file.
    init(_ path: String, _ damage: Damage? = nil) throws {
      self.damage = damage ?? Damage()
      self.path = path
      if let reason = Self.unreadable(path) { throw Failure.noInput(path: path, reason: reason).reported() }
      do {
        reader = try PerfettoReader(path: path)
      } catch {
        throw Failure.badData(reason: "\(error)").reported()
      }
      progress = ReadingProgress(path: path)
    }

    mutating func next() -> TraceRecord? {
      guard !hasEnded else { return nil }
      do {
        progress.advance(reader)
        if let record = try reader.next() { return record }
        if !reader.isComplete {
          damage.warning = """
            \(path): the trace has no end, so records may be missing there. The traced program was killed, or its disk \
            was full, or it is still recording.
            """
        }
      } catch {
        damage.reason = "\(error)"
      }
      hasEnded = true
      progress.clear()
      return nil
    }

    /// Returns the reason why the file cannot be read, or nil. The function does not open the file, because a program
    /// that writes into a pipe would take that for the pipe's reader.
    static func unreadable(_ path: String) -> String? {
      var status = stat()
      guard stat(path, &status) == 0, access(path, R_OK) == 0 else { return String(cString: strerror(errno)) }
      return status.st_mode & S_IFMT == S_IFDIR ? "the path names a directory" : nil
    }
  }

  /// The progress of reading a large file: a line on standard error, if that is a terminal.
  struct ReadingProgress {
    private static let smallestByteCount: UInt64 = 50_000_000

    private let name: String
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var calls: UInt32 = 0
    private var isShown = false

    init(path: String) { name = path.split(separator: "/").last.map(String.init) ?? path }

    mutating func advance(_ reader: PerfettoReader) {
      calls &+= 1
      guard calls % 131_072 == 0, isTerminal, reader.byteCount >= Self.smallestByteCount else { return }
      isShown = true
      StandardError.write("\r\u{1B}[K\(reader.bytesRead * 100 / reader.byteCount) % of \(name)")
    }

    mutating func clear() {
      if isShown { StandardError.write("\r\u{1B}[K") }
      isShown = false
    }
  }
#endif
