import Foundation
import SwitchboardTestSupport
import Testing

/// The built `leakcheck`, run as a process in the package's folder.
struct LeakcheckCommand {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
    /// The texts of the files that the command wrote to its directory, by file name.
    var files: [String: String]
  }

  /// Runs the command, and returns after its end.
  static func run(_ arguments: String...) throws -> Outcome {
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("leakcheck-tests-\(UUID())")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let (output, errors) = (scratch.appendingPathComponent("output"), scratch.appendingPathComponent("errors"))
    for file in [output, errors] { try Data().write(to: file) }

    let process = Process()
    process.executableURL = URL(fileURLWithPath: try builtProgram("leakcheck"))
    let reports = scratch.appendingPathComponent("reports")
    process.arguments = arguments.contains("--output") ? arguments : arguments + ["--output", reports.path]
    process.currentDirectoryURL = SourceFile.package
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)

    var files: [String: String] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: reports.path)) ?? [] {
      files[name] = try text(of: reports.appendingPathComponent(name))
    }
    return Outcome(
      status: process.terminationStatus, output: try text(of: output),
      errors: try text(of: errors), files: files)
  }

  /// Returns the text of a file. Does not use `String(contentsOf:)`, in which Foundation leaks 4 KB for an empty file:
  /// `make test-asan` would report the leak.
  private static func text(of file: URL) throws -> String {
    String(decoding: try FileHandle(forReadingFrom: file).readToEnd() ?? Data(), as: UTF8.self)
  }
}
