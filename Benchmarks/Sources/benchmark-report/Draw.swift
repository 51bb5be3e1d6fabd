import ArgumentParser
import BenchmarkReport
import Foundation

/// Draws the pictures of a run.
struct Draw: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pictures",
    abstract: "Draw overview.svg and costs.svg from results.json; the same results give the same files.",
    discussion: """
      The command prints the files that it wrote. A picture for which the run has no figures is left out.
      """)

  @Argument(help: "Read the results from this file.")
  var results: String

  @Argument(help: "Write into this folder, and create it if it does not exist.")
  var folder: String

  func run() throws {
    try BenchmarkReportCommand.reporting { () throws(ReportError) in
      let found = try ResultsFile.read(URL(fileURLWithPath: results))
      for file in try Pictures(found).write(to: URL(fileURLWithPath: folder)) { print(file.relativePath) }
    }
  }
}
