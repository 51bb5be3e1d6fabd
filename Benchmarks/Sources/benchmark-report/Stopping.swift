import ArgumentParser
import BenchmarkReport
import BenchmarkResults
import Foundation

/// Simulates the early stop on recorded runs.
struct Stopping: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Simulate the early stop on recorded runs, and say how often it would be wrong.",
    discussion: """
      The command moves each ratio of a sentence to its bound, draws runs from the recorded processes, and counts \
      those that decide. It exits with 0 if at most 5 % do, in each suite, and with 2 otherwise.
      """)

  @Argument(help: "Results of one machine, files results.json. Their processes are put together.")
  var results = ["Reports/reference/results.json"]

  @Option(help: "Simulate this many runs of each ratio.")
  var repetitions = 1000

  func validate() throws {
    guard (1...1_000_000).contains(repetitions) else {
      throw ValidationError("--repetitions must be a number from 1 to 1000000.")
    }
  }

  func run() throws {
    let simulation = try BenchmarkReportCommand.reporting { () throws(ReportError) in
      var runs: [Results] = []
      for path in results { runs.append(try ResultsFile.read(URL(fileURLWithPath: path))) }
      return StoppingSimulation(runs, repetitions: repetitions)
    }
    print(simulation.text)
    if !simulation.passed { throw ExitCode(2) }
  }
}
