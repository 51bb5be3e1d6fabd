public import ArgumentParser
import BenchmarkHarness
import BenchmarkReport
import BenchmarkResults
import Foundation

/// A command line that measures one suite: what was asked for, and what becomes of the results.
public protocol SuiteCommand: ParsableCommand {
  static var suite: Suite { get }
  var options: MeasurementOptions { get }
  /// The cells asked for. Throws a message that lists what would have been valid.
  func selection() throws -> Selection
}

extension SuiteCommand {
  public func selection() throws -> Selection {
    try Selection(Self.suite, quick: options.quick, filters: options.filter)
  }

  /// Runs the command, or, where this process was started for it, counts instructions.
  public static func start() {
    hashAlways()
    // Apart from the command's own parsing, so that its help shows nothing of this.
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == CallgrindRun.command {
      CallgrindRun.runRegions(arguments.dropFirst(), of: suite)
    } else {
      main(arguments)
    }
  }

  /// Dictionaries hash anew in each process, and what is chosen by a hash then costs this or that, unless the environment says
  /// otherwise before the process begins: so it begins once more.
  private static func hashAlways() {
    let setting = "SWIFT_DETERMINISTIC_HASHING"
    guard getenv(setting) == nil, let program = Bundle.main.executablePath else { return }
    setenv(setting, "1", 1)
    execv(program, CommandLine.unsafeArgv)
    // Still here: then callgrind's process at least has it.
    StandardError.write("cannot begin again with \(setting)=1; a few exact figures may differ from run to run\n")
  }

  public func validate() throws { _ = try selection() }

  public func run() throws {
    if options.list { return print(Listing(suite: Self.suite).text) }
    let destination = options.directory.map { ReportDestination(URL(fileURLWithPath: $0, isDirectory: true)) }
    // Said before minutes are spent on a run whose reports nobody will find.
    if let problem = destination?.problem {
      complain("\(problem); the results will be printed on standard output instead")
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

  /// What `--append` keeps; nil where there is nothing. Looked at before the run, so that a refusal costs nothing.
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
