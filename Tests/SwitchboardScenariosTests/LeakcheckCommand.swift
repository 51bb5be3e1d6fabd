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
    let reports = scratch.appendingPathComponent("reports")
    let program = try EndedProgram.run(
      try builtProgram("leakcheck"),
      arguments.contains("--output") ? arguments : arguments + ["--output", reports.path],
      in: SourceFile.package.path)
    #expect(program.hasExited)

    var files: [String: String] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: reports.path)) ?? [] {
      files[name] = try EndedProgram.text(of: reports.appendingPathComponent(name))
    }
    return Outcome(status: program.status, output: program.output, errors: program.errors, files: files)
  }
}
