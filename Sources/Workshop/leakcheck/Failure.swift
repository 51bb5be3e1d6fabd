import ArgumentParser
import Foundation
import SwitchboardLeaks

/// An error that ends the command with a message and its own exit status.
enum Failure {
  case noTracing
  case noOutput(path: String, reason: String)
  case cannotRun(reason: String)
  case interrupted

  /// Writes a message to standard error. Throw the returned value to end the command.
  func reported() -> ExitCode {
    switch self {
    case .noTracing:
      StandardError.write("leakcheck: \(LeakDetectorError.needsTracing)\nRun: swift run --traits Tracing leakcheck\n")
      return ExitCode(69)
    case .noOutput(let path, let reason):
      StandardError.write("leakcheck: cannot write \(path): \(reason)\n")
      return ExitCode(74)
    case .cannotRun(let reason):
      StandardError.write("leakcheck: cannot start the process of a scenario: \(reason)\n")
      return ExitCode(71)
    case .interrupted:
      StandardError.write("leakcheck: interrupted, so no report was written\n")
      return ExitCode(130)
    }
  }
}

/// The output for everything that is not a result.
enum StandardError {
  static let isTerminal = isatty(STDERR_FILENO) == 1

  /// Writes `text`. Errors are ignored, because there is no other place to report them.
  static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}

enum StandardOutput {
  /// Writes `text`. A closed pipe is no error: its reader has seen enough.
  static func write(_ text: String) throws {
    var rest = Data(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { systemWrite(STDOUT_FILENO, $0) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno == EPIPE {
        return
      } else if errno != EINTR {
        throw Failure.noOutput(path: "standard output", reason: String(cString: strerror(errno))).reported()
      }
    }
  }

  private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    Foundation.write(descriptor, bytes.baseAddress, bytes.count)
  }
}
