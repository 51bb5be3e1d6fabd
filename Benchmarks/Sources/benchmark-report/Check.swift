import ArgumentParser
import BenchmarkReport
import BenchmarkResults
import Foundation

/// Compares the exact figures of a run with the baseline.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare the exact figures of a run with the baseline.",
    discussion: """
      The command exits with 0 if no figure got worse, and with 2 if a figure got worse or is missing. It does not \
      compare times, because two builds of the same code differ more than most changes.
      """)

  @Option(
    parsing: .singleValue, help: "Check the results in this file. Repeatable: results of one machine are joined.")
  var results = ["Reports/latest/results.json"]

  @Option(help: "Compare with this baseline.")
  var baseline = "Reports/baseline.json"

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func run() throws {
    let check = try BenchmarkReportCommand.reporting { () throws(ReportError) in
      BaselineCheck(
        try joined(),
        against: try Baseline.read(URL(fileURLWithPath: baseline)))
    }
    if json {
      FileHandle.standardOutput.write(try check.json())
    } else {
      print(check.text)
    }
    if !check.passed { throw ExitCode(2) }
  }

  private func joined() throws(ReportError) -> Results {
    var joined: Results?
    for path in results {
      let file = URL(fileURLWithPath: path)
      let more = try ResultsFile.read(file)
      if let difference = joined?.environment.difference(from: more.environment) {
        throw .notUsable(path: file.relativePath, reason: difference)
      }
      joined = more.joining(joined, replacing: [])
    }
    guard let joined else { throw .notUsable(path: "--results", reason: "no file is given") }
    return joined
  }
}
