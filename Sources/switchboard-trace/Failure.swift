import ArgumentParser
import Foundation
import SwitchboardTraceFile

/// Ends the command with a message and a status of its own.
enum Failure {
  case noInput(path: String, reason: String)
  /// `reason` names the file.
  case badData(reason: String)
  case noOutput(path: String, reason: String)
  case usage(String)

  /// Says on standard error what is wrong. What is returned ends the command when thrown.
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

/// Where everything goes that is not a result.
enum StandardError {
  /// Errors are ignored: there is nobody left to tell.
  static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
