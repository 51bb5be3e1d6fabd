import ArgumentParser
import BenchmarkHarness
import BenchmarkReport
public import BenchmarkResults
import Foundation

/// A run of a suite for a command line: measures, then prints or writes the results.
public struct SuiteExecution {
  private let suite: Suite
  private let selection: Selection
  private let options: MeasurementOptions
  /// The directory for the results; nil to write none.
  private let directory: String?
  /// Returns what the command prints; nil for the results themselves, as tables or as JSON.
  private let text: ((Results) throws -> String)?

  /// Prepares a run that writes into the directory of the options, and prints the results.
  public init(suite: Suite, selection: Selection, options: MeasurementOptions) {
    self.suite = suite
    self.selection = selection
    self.options = options
    directory = options.directory
    text = nil
  }

  /// Prepares a run that writes only with the option `--output`.
  ///
  /// - Parameter text: Returns what the command prints, without a line break at the end.
  public init(
    suite: Suite, selection: Selection, options: MeasurementOptions, text: @escaping (Results) throws -> String
  ) {
    self.suite = suite
    self.selection = selection
    self.options = options
    directory = options.output
    self.text = text
  }

  /// Runs the suite. Throws the exit status if something failed, after it has said what.
  public func run() throws {
    if options.list { return print(Listing(suite: suite).text) }
    let destination = directory.map { ReportDestination(URL(fileURLWithPath: $0, isDirectory: true)) }
    // Reported before the run, because a run takes minutes.
    if let problem = destination?.problem {
      complain("\(problem); the command will print the results on standard output instead")
    }
    let run = try SuiteRun(suite: suite, selection: selection, options: options)
    let earlier = try options.append ? earlierResults(destination, run) : nil
    let outcome = run.outcome()
    let results = outcome.results.joining(earlier, replacing: Set(suite.candidates.map(\.name)))
    let files: [String]
    do {
      files = try destination?.write(results, onlyResults: options.terse) ?? []
    } catch {
      print(try ReportDestination.json(results), terminator: "")
      complain("\(error); the results are on standard output")
      throw ExitCode(error.exitStatus)
    }
    if let against = outcome.against, let directory = options.againstOutput {
      try write(against, into: URL(fileURLWithPath: directory, isDirectory: true))
    }
    if let text {
      if !options.terse { print(try text(outcome.results)) }
    } else if options.json {
      print(try ReportDestination.json(results), terminator: "")
    } else if !options.terse {
      print(Summary(outcome.results).text + "\n\n" + answer(outcome.results, files))
    }
    for failure in outcome.failures { complain("FAILED: \(failure)") }
    if outcome.results.partial { throw ExitCode(130) }
    if !outcome.failures.isEmpty { throw ExitCode(2) }
  }

  /// Writes the results of the other program. With `--append`, keeps those of the other program's other suites.
  private func write(_ against: Results, into directory: URL) throws {
    let destination = ReportDestination(directory)
    do {
      let earlier = try options.append ? destination.earlierResults(fitting: against.environment) : nil
      let joined = against.joining(earlier, replacing: Set(suite.candidates.map(\.name)))
      _ = try destination.write(joined, onlyResults: true)
    } catch {
      complain("\(error)")
      throw ExitCode(error.exitStatus)
    }
  }

  /// Returns the last lines of the output: the answer of the suite, what is missing, and where the report is.
  private func answer(_ results: Results, _ files: [String]) -> String {
    let page = files.first { $0.hasSuffix(".html") } ?? files.first { $0.hasSuffix(".md") }
    return Answer(results).text + (page.map { "\n\nReport: \($0)" } ?? "")
  }

  /// Returns the results that `--append` keeps; nil where there are none. Read before the run, so that a refusal costs
  /// no time.
  private func earlierResults(_ destination: ReportDestination?, _ run: SuiteRun) throws -> Results? {
    do {
      return try destination?.earlierResults(fitting: run.environment)
    } catch {
      complain("cannot append: \(error)")
      throw ExitCode(error.exitStatus)
    }
  }

  private func complain(_ message: String) { StandardError.write(message + "\n") }
}
