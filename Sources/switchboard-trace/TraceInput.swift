import ArgumentParser
import Foundation
import SwitchboardTraceFile
import SwitchboardTracing

/// A trace file, read for a command. A damaged file ends where the damage begins; the command reports the damage after
/// it has shown the records before that place.
struct TraceInput: TraceSource {
  /// The damage of a file, found while the file is read.
  final class Damage {
    fileprivate var reason: String?

    /// Ends the command with status 65 if the file is damaged.
    func report() throws {
      if let reason { throw Failure.badData(reason: reason).reported() }
    }
  }

  let damage: Damage
  private var reader: PerfettoReader
  private var progress: ReadingProgress
  private var hasEnded = false

  var header: TraceHeader { reader.header }
  var symbols: TraceSymbols { reader.symbols }

  /// Opens the file. Ends the command with status 66 if the file does not exist or may not be read, and with status 65
  /// if it is no trace.
  ///
  /// - Parameter damage: The damage found by an earlier reading of the same file.
  init(_ path: String, _ damage: Damage? = nil) throws {
    self.damage = damage ?? Damage()
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
    } catch {
      damage.reason = "\(error)"
    }
    hasEnded = true
    progress.clear()
    return nil
  }

  /// Returns the reason why the file cannot be read, or nil. The function does not open the file, because a program
  /// that writes into a pipe would take that for the pipe's reader.
  private static func unreadable(_ path: String) -> String? {
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
