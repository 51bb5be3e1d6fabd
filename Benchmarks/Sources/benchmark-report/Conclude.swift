import ArgumentParser
import BenchmarkReport
import BenchmarkResults
import Foundation

/// Prints the answer of a finished run.
struct Conclude: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer",
    abstract: "Print what a run answers: a few statements with intervals, and what the run lacks.",
    discussion: """
      The command exits with 0 if the run found all known differences and kept all limits. It exits with 2 if the run \
      missed a difference that is known to be there, or a limit, and with 3 if --require-exact is given and the run is \
      incomplete.
      """)

  @Option(help: "Read the results from this file.")
  var results = "Reports/latest/results.json"

  @Flag(help: "Exit with 3 if the run was interrupted, or if something was missing, such as jemalloc or valgrind.")
  var requireExact = false

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func run() throws {
    let file = URL(fileURLWithPath: results)
    let found = try BenchmarkReportCommand.reporting { () throws(ReportError) in try ResultsFile.read(file) }
    let answer = Answer(found)
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(answer.lines), as: UTF8.self))
    } else {
      print(answer.text)
      print("\nReport: \(page(beside: file))")
    }
    if !answer.missedDifferences.isEmpty || !answer.missedLimits.isEmpty { throw ExitCode(2) }
    if requireExact, found.partial || !found.incomplete.isEmpty { throw ExitCode(3) }
  }

  private func page(beside file: URL) -> String {
    let folder = file.deletingLastPathComponent()
    let pages = ["report.html", "report.md"].map { folder.appending(path: $0) }
    return (pages.first { FileManager.default.fileExists(atPath: $0.path) } ?? file).relativePath
  }
}
