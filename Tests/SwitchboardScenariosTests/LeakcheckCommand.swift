import Foundation
import Testing

/// The built `leakcheck`, run as a process in the package's folder.
struct LeakcheckCommand {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
    /// What it wrote to its directory, by file name.
    var files: [String: String]
  }

  /// Runs it to its end.
  static func run(_ arguments: String...) throws -> Outcome {
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("leakcheck-tests-\(UUID())")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let (output, errors) = (scratch.appendingPathComponent("output"), scratch.appendingPathComponent("errors"))
    for file in [output, errors] { try Data().write(to: file) }

    let process = Process()
    process.executableURL = try path()
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
      files[name] = try String(contentsOf: reports.appendingPathComponent(name), encoding: .utf8)
    }
    return Outcome(
      status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8), files: files)
  }

  /// Beside the tests: the package manager builds both into the same directory.
  private static func path() throws -> URL {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let places =
      bundles.map { $0.deletingLastPathComponent() } + [
        Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
      ]
    let paths = places.map { $0.appendingPathComponent("leakcheck") }
    return try #require(
      paths.first { FileManager.default.isExecutableFile(atPath: $0.path) },
      "leakcheck is not beside the tests: \(paths)")
  }
}
