import ArgumentParser
import BenchmarkReport
import Foundation

/// Renders a report again, for instance after the text or the charts have changed.
struct Write: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write report.md, report.html and the charts from results.json.")

  @Option(help: "Read the results from this file.")
  var results: String

  @Option(help: "Write into this directory, and create it if it does not exist.")
  var output: String

  @Option(help: "Chart the earlier runs in this file too, which `record` writes.")
  var history: String?

  func run() throws {
    try BenchmarkReportCommand.reporting { () throws(ReportError) in
      let found = try ResultsFile.read(URL(fileURLWithPath: results))
      let earlier = try history.map { path throws(ReportError) in try History.read(URL(fileURLWithPath: path)) }
      let writer = ReportWriter(directory: URL(fileURLWithPath: output))
      for file in try writer.write(found, history: earlier ?? History()) {
        print(file.relativePath)
      }
    }
  }
}
