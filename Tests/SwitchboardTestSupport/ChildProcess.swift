import Foundation

extension Process {
  /// Starts the process with no signal blocked. Threads of a pool block signals, and a process that they start would
  /// too. When `patience` is over, the process is killed: a hanging process fails its test, and does not hang other
  /// tests.
  package func runUnblocked() throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak self] in
      if let self, self.isRunning { kill(self.processIdentifier, SIGKILL) }
    }
  }
}

/// A program that was run, and has ended.
package struct EndedProgram {
  package let status: Int32
  /// Whether the program ended by itself, not by a signal.
  package let hasExited: Bool
  package let output, errors: String

  /// Runs a program without input, and returns after its end. Kills it when `patience` is over.
  ///
  /// - Parameters:
  ///   - folder: The working directory of the program; nil for that of the tests.
  ///   - path: The file for standard output; ``output`` is then empty.
  package static func run(
    _ program: String, _ arguments: [String], in folder: String? = nil, output path: String? = nil
  ) throws -> EndedProgram {
    // Files, because a program that fills one pipe waits until it is read.
    let files = FileManager.default.temporaryDirectory.appendingPathComponent("switchboard-\(UUID())")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    let (output, errors) = (files.appendingPathComponent("output"), files.appendingPathComponent("errors"))
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: path.map { URL(fileURLWithPath: $0) } ?? output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.runUnblocked()
    process.waitUntilExit()
    return EndedProgram(
      status: process.terminationStatus, hasExited: process.terminationReason == .exit, output: try text(of: output),
      errors: try text(of: errors))
  }

  /// Returns the text of a file. Does not use `String(contentsOf:)`, in which Foundation leaks 4 KB for an empty file:
  /// `make test-asan` would report the leak.
  package static func text(of file: URL) throws -> String {
    String(decoding: try FileHandle(forReadingFrom: file).readToEnd() ?? Data(), as: UTF8.self)
  }
}
