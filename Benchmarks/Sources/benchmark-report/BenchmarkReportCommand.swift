import ArgumentParser
import BenchmarkReport
import Foundation

/// What one does with the results of a run once they are there.
@main
struct BenchmarkReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmark-report",
    abstract: "Writes reports from benchmark results, and holds results against the baseline.",
    subcommands: [Write.self, Check.self, Accept.self])

  /// Runs what may fail in a way that the reader can do something about: message on standard error, status of `sysexits.h`.
  static func reporting<Value>(_ work: () throws(ReportError) -> Value) throws -> Value {
    do {
      return try work()
    } catch {
      FileHandle.standardError.write(Data("benchmark-report: \(error)\n".utf8))
      throw ExitCode(error.exitStatus)
    }
  }
}
