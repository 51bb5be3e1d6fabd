import ArgumentParser
import BenchmarkReport
import Foundation

/// Compares the exact figures of a run with the baseline.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare the exact figures of a run with the baseline.",
    discussion: """
      The command exits with 0 if no figure got worse, and with 2 if a figure got worse or is missing. It does not \
      compare times, because two builds of the same code differ more than most changes.
      """)

  @Option(help: "Check the results in this file.")
  var results = "Reports/latest/results.json"

  @Option(help: "Compare with this baseline.")
  var baseline = "Reports/baseline.json"

  @Flag(help: "Print JSON instead of text.")
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
