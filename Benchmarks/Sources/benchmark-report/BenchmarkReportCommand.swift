import ArgumentParser
import BenchmarkReport
import Foundation

/// The command line for work on the results of a finished run.
@main
struct BenchmarkReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmark-report",
    abstract: "Print the answer of a run, write its report, and compare it with another or with the baseline.",
    subcommands: [
      Conclude.self, Write.self, Draw.self, Check.self, Compare.self, Agree.self, Record.self, Accept.self,
      Sentences.self,
      Stopping.self,
    ])

  /// Runs `work`. If it fails, prints the message on standard error and exits with the status of `sysexits.h`.
  static func reporting<Value>(_ work: () throws(ReportError) -> Value) throws -> Value {
    do {
      return try work()
    } catch {
      FileHandle.standardError.write(Data("benchmark-report: \(error)\n".utf8))
      throw ExitCode(error.exitStatus)
    }
  }
}
