import ArgumentParser
import BenchmarkReport
import Foundation

/// Prints what each sentence of the answer rests on.
struct Sentences: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the table of the sentences: the ratios that each needs.")

  @Option(help: "Take the workloads, sizes and settings of this run.")
  var results = "Reports/reference/results.json"

  func run() throws {
    let found = try BenchmarkReportCommand.reporting { () throws(ReportError) in
      try ResultsFile.read(URL(fileURLWithPath: results))
    }
    print(SentenceTable(found).markdown)
  }
}
