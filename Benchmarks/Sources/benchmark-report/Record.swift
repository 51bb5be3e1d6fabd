import ArgumentParser
import BenchmarkReport
import Foundation

/// Keeps the headline figures of a run.
struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add a line with the headline figures of a run to the history, which reports chart.")

  @Option(help: "Read the results from this file.")
  var results = "Reports/latest/results.json"

  @Option(help: "Add the line to this file, and create it if it does not exist.")
  var history = "Reports/history/runs.jsonl"

  func run() throws {
    try BenchmarkReportCommand.reporting { () throws(ReportError) in
      let file = URL(fileURLWithPath: history)
      var known = try History.read(file)
      try known.record(try ResultsFile.read(URL(fileURLWithPath: results)))
      try known.write(to: file)
    }
  }
}
