import Foundation
import Testing

/// An example, run as a child process whose input and output are pipes.
final class ExampleProgram {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var text = ""

  /// Starts the example `name`, which the package manager builds into the folder of the tests.
  init(_ name: String, _ arguments: [String] = []) throws {
    #if canImport(Darwin)
      let tests = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" } ?? Bundle.main.bundleURL
    #else
      let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    #endif
    process.executableURL = tests.deletingLastPathComponent().appendingPathComponent(name)
    process.arguments = arguments
    (process.standardInput, process.standardOutput) = (input, output)
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
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == status)
    return text.split(separator: "\n").map(String.init)
  }
}
