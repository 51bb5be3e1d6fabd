import ArgumentParser
import BenchmarkReport
import Foundation

/// Makes a run the committed reference.
struct Accept: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a run the reference: copy its report, and write the baseline.")

  @Option(help: "Accept the results in this file; the report must be in the same directory.")
  var results = "Reports/latest/results.json"

  @Option(help: "Write reference/ and baseline.json into this directory.")
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
