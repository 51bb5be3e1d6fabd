import ArgumentParser
import BenchmarkReport
import Foundation

/// Makes a run the committed reference.
struct Accept: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a run the reference: copy its report, write the baseline.")

  @Option(help: "The run to accept; its report is beside it.")
  var results = "Reports/latest/results.json"

  @Option(help: "The folder that gets reference/ and baseline.json.")
  var reports = "Reports"

  func run() throws {
    let outcome = try BenchmarkReportCommand.reporting { () throws(ReportError) in
      try Acceptance(results: URL(fileURLWithPath: results), reports: URL(fileURLWithPath: reports)).run()
    }
    for file in outcome.files { print(file.relativePath) }
    if let warning = outcome.warning {
      FileHandle.standardError.write(Data("benchmark-report: \(warning)\n".utf8))
    }
  }
}
