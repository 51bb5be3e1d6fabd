import ArgumentParser
import Foundation
import SwitchboardTraceFile

/// An error that ends the command with a message and its own exit status.
enum Failure {
  case noInput(path: String, reason: String)
  /// The `reason` names the file.
  case badData(reason: String)
  case noOutput(path: String, reason: String)
  case usage(String)

  /// Writes a message to standard error. Throw the returned value to end the command.
  func reported() -> ExitCode {
    switch self {
    case .noInput(let path, let reason):
      StandardError.write("switchboard-trace: cannot open \(path): \(reason)\n")
      return ExitCode(66)
    case .badData(let reason):
      StandardError.write("switchboard-trace: \(reason)\n")
      return ExitCode(65)
    case .noOutput(let path, let reason):
      StandardError.write("switchboard-trace: cannot write \(path): \(reason)\n")
      return ExitCode(74)
    case .usage(let reason):
      StandardError.write("switchboard-trace: \(reason)\n")
      return ExitCode(64)
    }
  }
}

/// The output for everything that is not a result.
enum StandardError {
  /// Writes `text`. Errors are ignored, because there is no other place to report them.
  static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
