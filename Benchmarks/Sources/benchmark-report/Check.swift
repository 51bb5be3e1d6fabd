import ArgumentParser
import BenchmarkReport
import Foundation

/// Compares the exact figures of a run with the baseline.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare the exact figures of a run with the baseline.",
    discussion: """
      Exits with 0 when nothing got worse, with 2 when something did or is missing. Times are not compared: they move \
      more between two builds than a change usually does.
      """)

  @Option(help: "The run to check.")
  var results = "Reports/latest/results.json"

  @Option(help: "What it is held against.")
  var baseline = "Reports/baseline.json"

  @Flag(help: "Print JSON for scripts.")
  var json = false

  func run() throws {
    let check = try BenchmarkReportCommand.reporting { () throws(ReportError) in
      BaselineCheck(
        try ResultsFile.read(URL(fileURLWithPath: results)),
        against: try Baseline.read(URL(fileURLWithPath: baseline)))
    }
    if json {
      FileHandle.standardOutput.write(try check.json())
    } else {
      print(check.text)
    }
    if !check.passed { throw ExitCode(2) }
  }
}
