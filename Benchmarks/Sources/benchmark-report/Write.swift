import ArgumentParser
import BenchmarkReport
import Foundation

/// Renders a report again, for instance after the text or the charts have changed.
struct Write: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write report.md, report.html and the charts from results.json.")

  @Option(help: "The results to read.")
  var results: String

  @Option(help: "The directory to write into; it is made if need be.")
  var output: String

  func run() throws {
    try BenchmarkReportCommand.reporting { () throws(ReportError) in
      let found = try ResultsFile.read(URL(fileURLWithPath: results))
      for file in try ReportWriter(directory: URL(fileURLWithPath: output)).write(found) {
        print(file.relativePath)
      }
    }
  }
}
