import ArgumentParser
import BenchmarkReport
import BenchmarkResults
import Foundation

/// Compares the answers of several runs of one commit.
struct Agree: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say whether several runs give the same answer.",
    discussion: """
      The command prints each claim and each figure of the answer in all runs. It exits with 0 if all claims are the \
      same and at least 90 % of the intervals contain what another run found, and with 2 otherwise.
      """)

  @Flag(help: "The runs may be of several commits, which change nothing that is measured.")
  var commits = false

  @Argument(help: "The results of the runs, files results.json.")
  var results: [String]

  func run() throws {
    let agreement = try BenchmarkReportCommand.reporting { () throws(ReportError) in
      var runs: [Results] = []
      for path in results { runs.append(try ResultsFile.read(URL(fileURLWithPath: path))) }
      return Agreement(runs, ofSeveralCommits: commits)
    }
    print(agreement.text)
    if !agreement.passed { throw ExitCode(2) }
  }
}
