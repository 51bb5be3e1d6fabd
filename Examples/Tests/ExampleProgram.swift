import Foundation
import Testing

/// An example, run as a child process whose input and output are pipes or a terminal.
final class ExampleProgram {
  private let process = Process()
  private let (input, output, errors) = (Pipe(), Pipe(), Pipe())
  private var text = ""

  /// Starts the example `name`, which the package manager builds into the folder of the tests. With `terminal`, the
  /// input and output are a terminal. With `fileLimit`, it can have only so many open files.
  init(
    _ name: String, _ arguments: [String] = [], terminal: PseudoTerminal? = nil, fileLimit: Int? = nil
  ) throws {
    #if canImport(Darwin)
      let tests = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" } ?? Bundle.main.bundleURL
    #else
      let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    #endif
    let program = tests.deletingLastPathComponent().appendingPathComponent(name)
    if let fileLimit {
      // Only a process itself, here a shell that becomes the example, can lower its limit.
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "ulimit -n \(fileLimit) && exec \"$0\" \"$@\"", program.path] + arguments
    } else {
      (process.executableURL, process.arguments) = (program, arguments)
    }
    if let terminal {
      (process.standardInput, process.standardOutput) = (terminal.device, terminal.device)
    } else {
      (process.standardInput, process.standardOutput) = (input, output)
    }
    process.standardError = errors
    // The test may run on a thread of a pool, which blocks signals, and the child process would inherit that.
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    // A hanging example fails its test, and does not hang other tests.
    DispatchQueue.global().asyncAfter(deadline: .now() + 60) { [process] in
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
  }

  func type(_ lines: String) { input.fileHandleForWriting.write(Data(lines.utf8)) }

  func closeInput() throws { try input.fileHandleForWriting.close() }

  /// Nobody reads the output any more.
  func closeOutput() throws { try output.fileHandleForReading.close() }

  /// Returns when the example has printed `line`, or has ended.
  func wait(for line: String) {
    while !text.contains(line + "\n") {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { return }
      text += String(decoding: piece, as: UTF8.self)
    }
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for the end of the example, and returns the lines that the example has printed.
  func end(status: Int32 = 0) -> [String] {
    text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    exit(status: status)
    return text.split(separator: "\n").map(String.init)
  }

  /// Waits for the end of the example.
  func exit(status: Int32 = 0) {
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == status)
  }

  /// Waits for the end of an example that does not handle `signal`. A shell shows 128 more as its status.
  func exit(signal: Int32) {
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
  }

  /// What the example has written to standard error. Call this after the end of the example.
  func complaint() -> String { String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
}
