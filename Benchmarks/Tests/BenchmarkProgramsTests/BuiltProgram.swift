import Foundation
import Testing

/// A built program of this package. It is in the folder that `SWITCHBOARD_BENCHMARK_TOOLS` names, or else beside the
/// tests, because `swift test` builds both into one folder.
struct BuiltProgram {
  struct Outcome {
    let status: Int32
    let output, errors: String
  }

  /// The folder of the package.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  let file: URL

  init(_ name: String) throws {
    let tests = [URL(fileURLWithPath: CommandLine.arguments[0])] + Bundle.allBundles.map(\.bundleURL)
    let named = ProcessInfo.processInfo.environment["SWITCHBOARD_BENCHMARK_TOOLS"].map { URL(fileURLWithPath: $0) }
    let folders = named.map { [$0] } ?? tests.map { $0.deletingLastPathComponent() }
    let paths = folders.map { $0.appending(path: name).path }
    file = URL(
      fileURLWithPath: try #require(
        paths.first { FileManager.default.isExecutableFile(atPath: $0) },
        "\(name) is not in \(folders.map(\.path)); run the tests with `make bench-test`, which builds it"))
  }

  /// Runs the program to its end.
  ///
  /// - Parameter environment: The changes to the environment; nil removes a variable.
  func run(_ arguments: [String], environment: [String: String?] = [:]) throws -> Outcome {
    let process = Process()
    process.executableURL = file
    process.arguments = arguments
    process.environment = environment.reduce(into: ProcessInfo.processInfo.environment) { $0[$1.key] = $1.value }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // The program writes little to standard error, so the pipe holds all of the text until the test reads the pipe.
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    let words = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: data, as: UTF8.self),
      errors: String(decoding: words, as: UTF8.self))
  }
}
