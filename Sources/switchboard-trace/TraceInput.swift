import ArgumentParser
import Foundation
import SwitchboardTraceFile
import SwitchboardTracing

/// A trace file, read for a command: where it is damaged it ends, and the command says so when it has shown what came
/// before.
struct TraceInput: TraceSource {
  /// What is wrong with a file, found while it is read.
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

  /// Ends the command with status 66 if there is no such file or it may not be read, with 65 if it is no trace.
  ///
  /// - Parameter damage: That of an earlier reading of the same file.
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

  /// Not by opening it: whoever writes into a pipe would take that for its reader.
  private static func unreadable(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, access(path, R_OK) == 0 else { return String(cString: strerror(errno)) }
    return status.st_mode & S_IFMT == S_IFDIR ? "it is a directory" : nil
  }
}

/// How far the reading of a large file is: a line on standard error, if that is a terminal.
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
