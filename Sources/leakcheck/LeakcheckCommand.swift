import ArgumentParser
import Foundation
import SwitchboardLeaks
import SwitchboardScenarios
import SwitchboardTraceFile

@main
struct LeakcheckCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, github
  }

  static let configuration = CommandConfiguration(
    commandName: "leakcheck",
    abstract:
      "Checks the leak detector, and the runtime with it: code that leaks at known lines, and code that does not.",
    discussion: """
      Each scenario of the catalogue is checked in a process of its own. A clean one must give no finding; a leaking \
      one exactly those that it announces: kind, cause, line and how many. A trace is recorded meanwhile, and must \
      have left the same subscriptions. The results are printed, and written to leakcheck.json and leakcheck.md.

      With --json: schema, cycles, passed, failed, scenarios with name, summary, kind, file, verdict, reason, and \
      expected, findings, missing and unexpected, each with kind, cause, file and line. The same run gives the same \
      bytes.

      EXAMPLES
        make leakcheck
        swift run --traits Tracing leakcheck --scenario 'leaking/*' --cycles 3
        swift run --traits Tracing leakcheck --scenario strong-self --json

      EXIT STATUS
        0    all is as expected
        2    something was found that should not, or not found that should; or a scenario threw, crashed or hung
        64   wrong options
        69   built without the trait Tracing
        74   the output cannot be written
        130  interrupted
      """)

  @Option(help: "Only scenarios with this in their name, or a pattern with * and ? for all of it. Repeatable.")
  var scenario: [String] = []

  @Option(help: "How often each scenario runs and is counted.")
  var cycles = 10

  @Option(help: "After how many seconds a scenario counts as hung.")
  var timeout = 60

  @Option(help: "What to print: table, or annotations for GitHub (github).")
  var format: Format = .table

  @Flag(help: "Print JSON instead.")
  var json = false

  @Option(help: "The directory for leakcheck.json and leakcheck.md.", completion: .directory)
  var output = "Reports/latest"

  @Option(
    help: "A directory for traces: of each scenario that leaks or fails the newest 100,000 records, NAME.pftrace.",
    completion: .directory)
  var flightRecorder: String?

  @Flag(help: "List the scenarios and end.")
  var list = false

  /// The one scenario to check. The command starts itself with this option, to check each scenario in a separate
  /// process.
  @Option(help: .hidden)
  var only: String?

  @Option(help: .hidden)
  var traceFile: String?

  static func main() async {
    // Otherwise a reader that closes its pipe early, such as head, would kill the program before it can report
    // anything.
    signal(SIGPIPE, SIG_IGN)
    await main(nil)
  }

  func validate() throws {
    if cycles < 1 { throw ValidationError("--cycles is a number from 1 on.") }
    if timeout < 1 { throw ValidationError("--timeout is a number of seconds from 1 on.") }
    if json, format != .table { throw ValidationError("--json and --format exclude each other.") }
    _ = try Selection(scenario)
  }

  func run() async throws {
    if let only { return try await OneScenario.check(only, cycles: cycles, traceFile: traceFile) }
    let scenarios = try Selection(scenario).scenarios
    if list { return try StandardOutput.write(ListText(scenarios).text) }
    guard Self.hasTracing else { throw Failure.noTracing.reported() }

    if let flightRecorder { try Self.makeDirectory(flightRecorder) }
    let results = try Crew(scenarios, cycles: cycles, timeout: timeout, flightRecorder: flightRecorder).run()
    let report = Report(cycles: cycles, results)
    try report.write(to: output)
    switch (json, format) {
    case (true, _): try StandardOutput.write(try report.json())
    case (_, .table): try StandardOutput.write(TableText(report).text)
    case (_, .github): try StandardOutput.write(GitHubText(report).text)
    }
    if report.failed > 0 { throw ExitCode(2) }
  }

  private static func makeDirectory(_ path: String) throws {
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      throw Failure.noOutput(path: path, reason: error.localizedDescription).reported()
    }
  }

  private static var hasTracing: Bool { (try? LeakDetector.census()) != nil }
}

/// The work of the child process.
enum OneScenario {
  static func check(_ name: String, cycles: Int, traceFile: String?) async throws {
    guard let scenario = Selection.all.first(where: { $0.name == name }) else {
      throw ValidationError("there is no scenario \(name)")
    }
    let (result, trace) = try await scenario.checkWitnessed(
      cycles: cycles, keepingLast: traceFile == nil ? 0 : 100_000)
    if let traceFile, !result.findings.isEmpty || result.verdict != .asExpected { try trace.write(to: traceFile) }
    try StandardOutput.write(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
  }
}
