#if Tools
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

    /// Runs `body`, which writes to ``text``, and writes the rest of the buffer. A closed pipe ends the command
    /// quietly.
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

    /// Writes `value` as JSON with sorted keys, and a newline at the end. The key `warnings` is added if there are any.
    func writeJSON(_ value: some Encodable, warnings: [String]) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      let json = String(decoding: try encoder.encode(Warned(value: value, warnings: warnings)), as: UTF8.self)
      try write { $0.write(json.withoutControlsInJSON + "\n") }
    }

    private static func identity(_ path: String) -> [UInt64]? {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }
  }

  /// An object with one key more, if there are warnings.
  private struct Warned<Value: Encodable>: Encodable {
    let value: Value
    let warnings: [String]

    private enum Key: CodingKey { case warnings }

    func encode(to encoder: any Encoder) throws {
      try value.encode(to: encoder)
      guard !warnings.isEmpty else { return }
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(warnings, forKey: .warnings)
    }
  }

  /// An error that ends the command with a message and its own exit status.
  enum Failure {
    case noInput(path: String, reason: String)
    /// The `reason` names the file.
    case badData(reason: String)
    case noOutput(path: String, reason: String)
    case usage(String)
    /// A program does not answer.
    case unavailable(reason: String)
    case noPermission(reason: String)

    /// Writes a message to standard error. Throw the returned value to end the command.
    func reported() -> ExitCode {
      let (status, message): (Int32, String) =
        switch self {
        case .noInput(let path, let reason): (66, "cannot open \(path): \(reason)")
        case .badData(let reason): (65, reason)
        case .noOutput(let path, let reason): (74, "cannot write \(path): \(reason)")
        case .usage(let reason): (64, reason)
        case .unavailable(let reason): (69, reason)
        case .noPermission(let reason): (77, reason)
        }
      StandardError.write("switchboard-trace: \(message)\n")
      return ExitCode(status)
    }
  }

  /// The output for everything that is not a result.
  enum StandardError {
    /// Writes `text`. Errors are ignored, because there is no other place to report them.
    static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
  }
#endif
