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
      "Check the leak detector and the runtime, with code that leaks at known lines and code that does not leak.",
    discussion: """
      The command checks each scenario of the catalogue in a separate process. A clean scenario must give no finding. \
      A leaking scenario must give exactly the findings that it expects, with their kind, cause, line and count. \
      The command also records a trace of each scenario, and the trace must show the same remaining subscriptions. \
      The command prints the results, and writes leakcheck.json and leakcheck.md.

      With --json the keys are: schema, cycles, passed, failed, and scenarios. Each scenario has name, summary, kind, \
      file, verdict, reason, expected, findings, missing and unexpected; the last four have kind, cause, file and \
      line. Equal runs print equal bytes.

      EXAMPLES
        make leakcheck
        swift run --traits Tracing leakcheck --scenario 'leaking/*' --cycles 3
        swift run --traits Tracing leakcheck --scenario strong-self --json
        swift run --traits Tracing leakcheck --clean-checks 10000

      EXIT STATUS
        0    all results are as expected
        2    a finding is unexpected or missing, or a scenario threw, crashed or hung
        64   an option is wrong
        69   the command was built without the trait Tracing
        74   the output cannot be written
        130  interrupted
      """)

  @Option(help: "Check only scenarios whose name contains this text, or matches this pattern with * and ?. Repeatable.")
  var scenario: [String] = []

  @Option(help: "Run and count each scenario this many times.")
  var cycles = 10

  @Option(help: "Count a scenario as hung after this many seconds.")
  var timeout = 60

  @Option(help: "Print a table, or annotations for GitHub (github).")
  var format: Format = .table

  @Flag(help: "Print JSON instead of a table.")
  var json = false

  @Option(help: "Write leakcheck.json and leakcheck.md into this directory.", completion: .directory)
  var output = "Reports/latest"

  @Option(
    help: "Write the newest 100,000 records of each scenario that leaks or fails into this directory, as NAME.pftrace.",
    completion: .directory)
  var flightRecorder: String?

  @Option(
    help: "Instead of the scenarios, check clean code this many times while other threads deliver; print each finding.")
  var cleanChecks: Int?

  @Flag(help: "List the scenarios and exit.")
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
    if cycles < 1 { throw ValidationError("--cycles must be 1 or more.") }
    if timeout < 1 { throw ValidationError("--timeout must be 1 second or more.") }
    if let cleanChecks, cleanChecks < 1 { throw ValidationError("--clean-checks must be 1 or more.") }
    if json, format != .table {
      throw ValidationError("--json and --format cannot be combined; leave out one of them.")
    }
    _ = try Selection(scenario)
  }

  func run() async throws {
    if let only { return try await OneScenario.check(only, cycles: cycles, traceFile: traceFile) }
    let scenarios = try Selection(scenario).scenarios
    if list { return try StandardOutput.write(ListText(scenarios).text) }
    guard Self.hasTracing else { throw Failure.noTracing.reported() }
    if let cleanChecks { return try Self.makeCleanChecks(cleanChecks) }

    if let flightRecorder { try Self.makeDirectory(flightRecorder) }
    let results = try ProcessPool(scenarios, cycles: cycles, timeout: timeout, flightRecorder: flightRecorder).run()
    let report = Report(cycles: cycles, results)
    try report.write(to: output)
    switch (json, format) {
    case (true, _): try StandardOutput.write(try report.json())
    case (_, .table): try StandardOutput.write(TableText(report).text)
    case (_, .github): try StandardOutput.write(GitHubText(report).text)
    }
    if report.failed > 0 { throw ExitCode(2) }
  }

  private static func makeCleanChecks(_ count: Int) throws {
    let checks = CleanChecks()
    var falseFindings = 0
    for number in 0..<count {
      let report = try checks.check(number)
      if report.isClean { continue }
      falseFindings += report.findings.count
      try StandardOutput.write("\(report)\n")
    }
    try StandardOutput.write("\(falseFindings) false findings in \(count) clean checks\n")
    if falseFindings > 0 { throw ExitCode(2) }
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
      throw ValidationError("there is no scenario \(name); list all with --list")
    }
    let (result, trace) = try await scenario.checkWitnessed(
      cycles: cycles, keepingLast: traceFile == nil ? 0 : 100_000)
    if let traceFile, !result.findings.isEmpty || result.verdict != .asExpected { try trace.write(to: traceFile) }
    try StandardOutput.write(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
  }
}
