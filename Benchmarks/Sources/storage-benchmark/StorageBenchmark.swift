import ArgumentParser
import BenchmarkHarness
import BenchmarkResults
import Foundation

/// The command line: what was asked for, and what becomes of the results.
struct StorageBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storage-benchmark",
    abstract: "Array or linked list? Measures how subscribers are best kept, with memory figures from jemalloc.",
    discussion: """
      Every round runs every candidate once, in random order; figures are medians, with the range over all rounds. The \
      candidates array, linked-list and dense run through Broadcaster with all its promises kept; floors say what n \
      calls cost at least; textbook candidates are written the way that people write them, and are not synchronised.

      Memory figures need jemalloc at build time, instructions and retains need valgrind at run time. Without them \
      those figures are missing, never 0.

      Writes results.json, report.md, report.html and charts into --output. Ctrl-C ends the run early and keeps what \
      was measured.

      Exit status: 0; 64 for wrong options; 73 if the reports could not be written, with the results on standard \
      output; 130 if interrupted.
      """)

  @Option(help: "Numbers of subscribers, 1 to 65536, separated by commas. (default: \(Selection.list(Sizes.full)))")
  var sizes: String?

  @Option(help: "Timed rounds. (default: 21, with --quick 7)")
  var rounds: Int?

  @Option(
    parsing: .singleValue,
    help: "Only what contains this text in workload/candidate, or matches this pattern with * and ?; may be repeated.")
  var filter: [String] = []

  @Flag(help: "Shorter samples, fewer rounds and sizes: under a minute.")
  var quick = false

  @Flag(help: "Print results.json on standard output; write reports only if --output is given.")
  var json = false

  @Flag(help: "List workloads, candidates and sizes, and measure nothing.")
  var list = false

  @Option(help: "Directory for the reports. (default: Reports/latest)")
  var output: String?

  @Option(help: "Seed of the random orders: the same seed, the same order.")
  var seed: UInt64 = 1

  @Flag(help: "Leave out instructions and retains, which take a run under valgrind.")
  var noInstructions = false

  @Flag(help: "Only memory, instructions and retains: figures that do not depend on the moment. No times.")
  var exactOnly = false

  func validate() throws {
    _ = try Selection(sizes: sizes, quick: quick, filters: filter)
    if let rounds, !(1...1000).contains(rounds) { throw ValidationError("--rounds is a number from 1 to 1000.") }
  }

  func run() throws {
    if list { return print(Listing.text) }
    let selection = try Selection(sizes: sizes, quick: quick, filters: filter)
    let directory = json && output == nil ? nil : output ?? "Reports/latest"
    let destination = directory.map { ReportDestination(URL(fileURLWithPath: $0, isDirectory: true)) }
    // Said before minutes are spent on a run whose reports nobody will find.
    if let problem = destination?.problem {
      complain("\(problem); the results will be printed on standard output instead")
    }
    let results = StorageRun(selection: selection, options: self).results()
    let files: [String]
    do {
      files = try destination?.write(results) ?? []
    } catch {
      print(try ReportDestination.json(results), terminator: "")
      complain("\(error); the results are on standard output")
      throw ExitCode(error.exitStatus)
    }
    print(json ? try ReportDestination.json(results) : Summary(results).text + "\n", terminator: "")
    for file in files { complain("wrote \(file)") }
    if results.partial { throw ExitCode(130) }
  }

  private func complain(_ message: String) { StandardError.write(message + "\n") }
}
