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

  /// Runs the command. In a process that was started for counting, runs the regions to count instead.
  public static func start() {
    hashAlways()
    // Handled outside of the command's own parsing, so that its help does not show this argument.
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == CallgrindRun.command {
      CallgrindRun.runRegions(arguments.dropFirst(), of: suite)
    } else {
      main(arguments)
    }
  }

  /// Makes hashing deterministic. By default, dictionaries hash differently in each process, and the cost of work that
  /// depends on hashes differs from run to run. The environment must turn this off before the process begins, so the
  /// program starts itself again.
  private static func hashAlways() {
    let setting = "SWIFT_DETERMINISTIC_HASHING"
    guard getenv(setting) == nil, let program = Bundle.main.executablePath else { return }
    setenv(setting, "1", 1)
    execv(program, CommandLine.unsafeArgv)
    // `execv` failed. At least the process under callgrind inherits the variable.
    StandardError.write("cannot restart with \(setting)=1, so a few exact figures may differ from run to run\n")
  }

  public func validate() throws { _ = try selection() }

  public func run() throws {
    if options.list { return print(Listing(suite: Self.suite).text) }
    let destination = options.directory.map { ReportDestination(URL(fileURLWithPath: $0, isDirectory: true)) }
    // Reported before the run, because a run takes minutes.
    if let problem = destination?.problem {
      complain("\(problem); the command will print the results on standard output instead")
    }
    let run = SuiteRun(suite: Self.suite, selection: try selection(), options: options)
    let earlier = try options.append ? earlierResults(destination, run) : nil
    let outcome = run.outcome()
    let results = outcome.results.joining(earlier, replacing: Set(Self.suite.candidates.map(\.name)))
    let files: [String]
    do {
      files = try destination?.write(results) ?? []
    } catch {
      print(try ReportDestination.json(results), terminator: "")
      complain("\(error); the results are on standard output")
      throw ExitCode(error.exitStatus)
    }
    print(
      options.json ? try ReportDestination.json(results) : Summary(outcome.results).text + "\n", terminator: "")
    for file in files { complain("wrote \(file)") }
    for failure in outcome.failures { complain("FAILED: \(failure)") }
    if outcome.results.partial { throw ExitCode(130) }
    if !outcome.failures.isEmpty { throw ExitCode(2) }
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
