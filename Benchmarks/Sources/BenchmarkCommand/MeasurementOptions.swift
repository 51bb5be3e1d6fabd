public import ArgumentParser

/// The options that the commands of all suites share.
public struct MeasurementOptions: ParsableArguments {
  @Option(help: "Timed rounds. (default: 21, with --quick 7)")
  var rounds: Int?

  @Option(
    parsing: .singleValue,
    help: "Only what contains this text in workload/candidate, or matches this pattern with * and ?; may be repeated.")
  public var filter: [String] = []

  @Flag(help: "Shorter samples, fewer rounds and sizes: under a minute.")
  public var quick = false

  @Flag(help: "Print results.json on standard output; write reports only if --output is given.")
  var json = false

  @Flag(help: "List workloads, candidates and sizes, and measure nothing.")
  var list = false

  @Option(help: "Directory for the reports. (default: Reports/latest)")
  var output: String?

  @Flag(
    help:
      """
      Keep what other suites, and other builds of this one, have left in the directory, if it is of the same commit \
      and machine.
      """
  )
  var append = false

  @Option(help: "Seed of the random orders: the same seed, the same order.")
  var seed: UInt64 = 1

  @Flag(help: "Leave out instructions and retains, which take a run under valgrind.")
  var noInstructions = false

  @Flag(help: "Only memory, instructions and retains: figures that do not depend on the moment. No times.")
  var exactOnly = false

  public init() {}

  public func validate() throws {
    if let rounds, !(1...1000).contains(rounds) { throw ValidationError("--rounds is a number from 1 to 1000.") }
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
    Memory figures need jemalloc at build time, instructions and retains need valgrind at run time. Without them \
    those figures are missing, never 0.

    Writes results.json, report.md, report.html and charts into --output. Ctrl-C ends the run early and keeps what \
    was measured.

    Exit status: 0; 2 if a check failed that is part of a workload; 64 for wrong options; 65 if results cannot be \
    appended to; 73 if the reports could not be written, with the results on standard output; 130 if interrupted.
    """
}
