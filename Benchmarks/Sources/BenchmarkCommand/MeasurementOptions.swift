public import ArgumentParser

/// The options that the commands of all suites share.
public struct MeasurementOptions: ParsableArguments {
  @Option(help: "Run this many timed rounds, 1 to 1000. (default: 21, with --quick 7)")
  var rounds: Int?

  @Option(
    parsing: .singleValue,
    help: "Measure only names workload/candidate that contain this text or match this pattern with * and ?. Repeatable."
  )
  public var filter: [String] = []

  @Flag(help: "Take shorter samples, fewer rounds and fewer sizes: under a minute.")
  public var quick = false

  @Flag(help: "Print results.json on standard output; write reports only if --output is given.")
  var json = false

  @Flag(help: "List workloads, candidates and sizes, and measure nothing.")
  var list = false

  @Option(help: "Write the reports into this directory. (default: Reports/latest)")
  var output: String?

  @Flag(
    help:
      """
      Keep the results of other suites and other builds in the directory. Refuse if they come from another commit or \
      machine.
      """
  )
  var append = false

  @Option(help: "Seed the random orders with this number; equal seeds give equal orders.")
  var seed: UInt64 = 1

  @Flag(help: "Leave out instructions and retains, which need a run under valgrind.")
  var noInstructions = false

  @Flag(help: "Measure only memory, instructions and retains, which repeat from run to run. Measure no times.")
  var exactOnly = false

  public init() {}

  public func validate() throws {
    if let rounds, !(1...1000).contains(rounds) { throw ValidationError("--rounds must be a number from 1 to 1000.") }
  }

  var directory: String? { json && output == nil ? nil : output ?? "Reports/latest" }

  var roundCount: Int { rounds ?? (quick ? 7 : 21) }

  /// Returns a description of how the results were made, for the report.
  ///
  /// - Parameter setting: The setting of the suite, if it has one.
  func flags(_ setting: String?) -> String {
    #if DEBUG
      let build = "debug build: times mean nothing"
    #else
      let build = "swift build -c release"
    #endif
    return [build, setting, exactOnly ? nil : "\(roundCount) rounds, seed \(seed)"].compactMap(\.self)
      .joined(separator: "; ")
  }

  /// The part of the help text that all commands share.
  public static let discussion = """
    Memory figures need jemalloc at build time. Instructions and retains need valgrind at run time. Without these \
    tools the figures are missing, never 0.

    The command writes results.json, report.md, report.html and charts into --output. Ctrl-C ends the run early and \
    keeps the results so far.

    Exit status: 0 if the run succeeded; 2 if a check in a workload failed; 64 for a wrong option; 65 if --append \
    cannot use the earlier results; 73 if the reports could not be written (the results are on standard output); 130 \
    if the run was interrupted.
    """
}
