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
    try start().answer(as: type)
  }

  /// Starts the process. Its ``RunningProcess/answer(as:)`` has to be called.
  public func start() throws(Failure) -> RunningProcess {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = environment.reduce(into: ProcessInfo.processInfo.environment) { $0[$1.key] = $1.value }
    do {
      return try RunningProcess(process)
    } catch {
      throw Failure(description: "cannot start \(program.path): \(error.localizedDescription)")
    }
  }
}

/// A ``ChildProcess`` that has been started. It may take turns with others; see ``Turn``.
public final class RunningProcess {
  private let process: Process
  private let (turns, output, errors) = (Pipe(), Pipe(), Pipe())
  /// Signalled at the end of the process. `waitUntilExit` would look for the end only every 50 ms, which is longer than
  /// most processes run.
  private let ended = DispatchSemaphore(value: 0)
  /// What has been read of the answer.
  private var data = Data()

  fileprivate init(_ process: Process) throws {
    self.process = process
    process.standardInput = turns
    process.standardOutput = output
    process.standardError = errors
    process.terminationHandler = { [ended] _ in ended.signal() }
    try process.run()
    // Otherwise the process would see its own end of the pipe, and never learn that its parent has died.
    try? turns.fileHandleForReading.close()
  }

  /// Waits until the process asks for its turn. Returns false if the process has begun its answer or has ended.
  public func asksForTurn() -> Bool {
    let byte = (try? output.fileHandleForReading.read(upToCount: 1)) ?? Data()
    if byte == Turn.request { return true }
    data.append(byte)
    return false
  }

  /// Lets the process go on until it asks again. Nothing happens if the process has ended.
  public func giveTurn() { try? turns.fileHandleForWriting.write(contentsOf: Turn.permission) }

  /// Waits for the end of the process, and returns its answer. Throws if the process did not end well.
  public func answer<Answer: Decodable>(
    as type: Answer.Type = Answer.self
  ) throws(ChildProcess.Failure) -> Answer {
    // A process that waits for its turn gets no more.
    try? turns.fileHandleForWriting.close()
    data.append(output.fileHandleForReading.readDataToEndOfFile())
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    ended.wait()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw ChildProcess.Failure(description: Self.end(of: process) + Self.lastLine(words))
    }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      throw ChildProcess.Failure(description: "the process gave no valid answer" + Self.lastLine(words))
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
