import ArgumentParser
import Foundation
import SwitchboardTraceFile

/// The destination of a command's results: standard output or a file.
struct Output {
  let text: TextOutput
  private let path: String
  private let descriptor: Int32

  /// Opens `path`, or standard output if `path` is nil. Creates the file, or empties it.
  ///
  /// - Parameter inputs: Files that must not be the output, because emptying them would lose the trace.
  init(_ path: String?, butNot inputs: [String] = []) throws {
    guard let path else {
      self.path = "standard output"
      descriptor = STDOUT_FILENO
      text = TextOutput(descriptor: descriptor)
      return
    }
    if let own = Self.identity(path), inputs.contains(where: { Self.identity($0) == own }) {
      throw Failure.usage("--output \(path) is the trace to read. Name another file.").reported()
    }
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw Failure.noOutput(path: path, reason: String(cString: strerror(errno))).reported()
    }
    text = TextOutput(descriptor: descriptor)
  }

  /// Runs `body`, which writes to ``text``, and writes the rest of the buffer. A closed pipe ends the command quietly.
  func write(_ body: (TextOutput) throws -> Void) throws {
    do {
      try body(text)
      try text.flush()
      if descriptor != STDOUT_FILENO, close(descriptor) != 0 {
        throw Failure.noOutput(path: path, reason: String(cString: strerror(errno))).reported()
      }
    } catch let error as TextOutputError {
      throw error.isClosedPipe ? ExitCode.success : Failure.noOutput(path: path, reason: error.description).reported()
    }
  }

  /// Writes `value` as JSON with sorted keys, and a newline at the end.
  func writeJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(value), as: UTF8.self)
    try write { $0.write(json + "\n") }
  }

  private static func identity(_ path: String) -> [UInt64]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }
}
