import ArgumentParser
import BenchmarkReport
import BenchmarkResults
import Foundation

/// Compares the results of two versions of the code.
struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare the results of two versions: times with intervals, and exact figures.",
    discussion: """
      `make bench-compare A=… B=…` builds two revisions, alternates their processes, and then calls this command. The \
      command also compares results of earlier runs of one machine. It exits with 0 if nothing got worse by more than \
      the threshold, and with 2 if something did.
      """)

  @Argument(help: "The results before, a file results.json.")
  var before: String

  @Argument(help: "The results after, a file results.json.")
  var after: String

  @Option(help: "The names of the two versions.")
  var names: [String] = []

  @Option(help: "Fail if a whole interval lies this many percent above the time before.")
  var threshold = 5.0

  @Flag(help: "The two results come from one run that alternated the processes of both versions.")
  var interleaved = false

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func validate() throws {
    guard threshold.isFinite, threshold >= 0 else {
      throw ValidationError("--threshold must be a number of percent, 0 or more.")
    }
    guard names.isEmpty || names.count == 2 else { throw ValidationError("--names needs two names.") }
  }

  func run() throws {
    let (old, new) = try BenchmarkReportCommand.reporting { () throws(ReportError) in
      (try ResultsFile.read(URL(fileURLWithPath: before)), try ResultsFile.read(URL(fileURLWithPath: after)))
    }
    let names = names.count == 2 ? names : [old.environment.commit, new.environment.commit]
    let comparison = VersionComparison(
      (names[0], old), (names[1], new), isInterleaved: interleaved, threshold: threshold / 100)
    if json {
      FileHandle.standardOutput.write(try comparison.json())
    } else {
      print(comparison.text)
    }
    if !comparison.passed { throw ExitCode(2) }
  }
}
