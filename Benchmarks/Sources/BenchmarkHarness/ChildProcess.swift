public import Foundation

/// A run of a program in a new process, which answers on its standard output.
public struct ChildProcess {
  /// The reason why there is no answer.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  public let program: URL
  public let arguments: [String]
  /// The changes to this process's environment; nil removes a variable.
  public let environment: [String: String?]

  public init(_ program: URL = Self.program, arguments: [String], environment: [String: String?] = [:]) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
  }

  /// This program.
  public static var program: URL { Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]) }

  /// Runs the process to its end, and returns its answer. Throws if the process could not start, or did not end well.
  public func answer<Answer: Decodable>(as type: Answer.Type = Answer.self) throws(Failure) -> Answer {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = program
    process.arguments = arguments
    process.environment = environment.reduce(into: ProcessInfo.processInfo.environment) { $0[$1.key] = $1.value }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw Failure(description: "cannot start \(program.path): \(error.localizedDescription)")
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(description: Self.end(of: process) + Self.lastLine(words))
    }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      throw Failure(description: "the process gave no valid answer" + Self.lastLine(words))
    }
  }

  private static func end(of process: Process) -> String {
    let number = process.terminationStatus
    return process.terminationReason == .uncaughtSignal
      ? "the process died of signal \(number) (\(String(cString: strsignal(number))))"
      : "the process ended with exit status \(number)"
  }

  private static func lastLine(_ text: String) -> String {
    text.split(separator: "\n").last.map { "; its last words: \($0)" } ?? ""
  }
}
