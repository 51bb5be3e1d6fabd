import Foundation
import SwitchboardTestSupport
import Testing

/// `switchboard-trace top`, run as a process in a terminal.
final class TopProgram {
  private let process = Process()
  private let errors = Pipe()

  init(_ url: String, _ arguments: [String] = ["--interval", "0.1"], in terminal: PseudoTerminal) throws {
    process.executableURL = URL(fileURLWithPath: try builtProgram("switchboard-trace"))
    process.arguments = ["top", url] + arguments
    (process.standardInput, process.standardOutput) = (terminal.device, terminal.device)
    process.standardError = errors
    try process.runUnblocked()
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for the end of the command, and returns what the command has written to standard error.
  @discardableResult
  func exit(status: Int32 = 0) -> String {
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == status, "\(text)")
    return text
  }
}
