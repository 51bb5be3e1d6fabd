public import ArgumentParser
import BenchmarkHarness
import BenchmarkReport
import BenchmarkResults
import Foundation

/// A command line that measures one suite, and prints or writes the results.
public protocol SuiteCommand: ParsableCommand {
  static var suite: Suite { get }
  var options: MeasurementOptions { get }
  /// Returns the requested cells. Throws a message that lists the valid choices.
  func selection() throws -> Selection
}

extension SuiteCommand {
  public func selection() throws -> Selection {
    try Selection(Self.suite, quick: options.quick, filters: options.filter)
  }

  /// Runs the command. In a process that the command itself has started, does the work of that process instead.
  public static func start() {
    Restart.once(isExactAcrossThreads: suite.isExactAcrossThreads)
    // Handled outside of the command's own parsing, so that its help does not show these arguments.
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case CallgrindRun.command: CallgrindRun.runRegions(arguments.dropFirst(), of: suite)
    case TimingPass.command: TimingPass.measureGroup(arguments.dropFirst().first, of: suite)
    case LifePass.command: LifePass.measureLife(arguments.dropFirst(), of: suite)
    default: main(arguments)
    }
  }

  public func validate() throws {
    _ = try selection()
    _ = try options.chosenAllocators()
  }

  public func run() throws {
    if options.list { return print(Listing(suite: Self.suite).text) }
    let destination = options.directory.map { ReportDestination(URL(fileURLWithPath: $0, isDirectory: true)) }
    // Reported before the run, because a run takes minutes.
    if let problem = destination?.problem {
      complain("\(problem); the command will print the results on standard output instead")
    }
    let run = try SuiteRun(suite: Self.suite, selection: try selection(), options: options)
    let earlier = try options.append ? earlierResults(destination, run) : nil
    let outcome = run.outcome()
    let results = outcome.results.joining(earlier, replacing: Set(Self.suite.candidates.map(\.name)))
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
    if options.json {
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
      let joined = against.joining(earlier, replacing: Set(Self.suite.candidates.map(\.name)))
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
