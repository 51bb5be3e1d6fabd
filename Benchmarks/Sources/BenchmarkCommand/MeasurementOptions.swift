import AllocatorStatistics
public import ArgumentParser
import BenchmarkReport
import Foundation

/// The options that the commands of all suites share.
public struct MeasurementOptions: ParsableArguments {
  @Option(
    help: "Measure times in this many processes, 1 to 1000. (default: 12, with --quick 6, with --answer at most 32)")
  var processes: Int?

  @Option(help: "Run this many timed rounds in each process, 1 to 1000. (default: 4, with --quick 3)")
  public var rounds: Int?

  @Option(
    parsing: .singleValue,
    help: "Measure only names workload/candidate that contain this text or match this pattern with * and ?. Repeatable."
  )
  public var filter: [String] = []

  @Flag(help: "Take shorter samples, fewer processes, fewer rounds and fewer sizes: about 15 seconds.")
  public var quick = false

  @Flag(help: "Measure everything on every allocator, with a clean heap and an aged heap. Takes hours.")
  var full = false

  @Flag(help: "Measure only what the sentences of the answer need, each until it is decided.")
  public var answer = false

  @Option(help: "Measure the copies of this program in this directory, which were linked in other orders.")
  var layouts: String?

  @Option(
    help:
      """
      Measure the headline figures also with these allocators: jemalloc, mimalloc and system, with commas. (default: \
      all that are installed; with --quick none)
      """)
  var allocators: String?

  @Flag(help: "Print results.json on standard output; write reports only if --output is given.")
  public var json = false

  @Flag(help: "Write only results.json, and print nothing, because other suites follow.")
  var terse = false

  @Option(help: "Begin each line of progress with this text, such as `step 2 of 5`.")
  public var step: String?

  @Flag(help: "List workloads, candidates and sizes, and measure nothing.")
  public var list = false

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

  @Option(
    help:
      """
      Measure this program too, which is another version of this command. The processes of the two run in pairs, \
      which take turns on one processor. Needs --against-output.
      """)
  public var against: String?

  @Option(help: "Write the results of the program of --against into this directory.")
  var againstOutput: String?

  public init() {}

  public func validate() throws {
    if let rounds, !(1...1000).contains(rounds) { throw ValidationError("--rounds must be a number from 1 to 1000.") }
    if let processes, !(1...1000).contains(processes) {
      throw ValidationError("--processes must be a number from 1 to 1000.")
    }
    if (against == nil) != (againstOutput == nil) {
      throw ValidationError("--against and --against-output need each other.")
    }
    if let against, !FileManager.default.isExecutableFile(atPath: against) {
      throw ValidationError("--against \(against): there is no such program.")
    }
    if answer, let processes, !(Looks.first...Looks.last).contains(processes) {
      throw ValidationError("--processes must be a number from \(Looks.first) to \(Looks.last) with --answer.")
    }
    if layouts != nil, against != nil { throw ValidationError("--layouts and --against exclude each other.") }
    if answer, quick || full || exactOnly || against != nil {
      throw ValidationError("--answer excludes --quick, --full, --exact-only and --against.")
    }
    if layouts != nil, programLayouts.isEmpty {
      throw ValidationError(
        "--layouts \(layouts ?? ""): the directory has no program; see Benchmarks/Scripts/layouts.sh.")
    }
    if quick, full { throw ValidationError("--quick and --full exclude each other.") }
  }

  var directory: String? { json && output == nil ? nil : output ?? "Reports/latest" }

  var processCount: Int { processes ?? (answer ? Looks.last : quick ? 6 : 12) }
  var roundCount: Int { rounds ?? (quick ? 3 : 4) }
  /// The nanoseconds that a sample should take.
  var target: Double { quick ? 300_000 : 1_000_000 }

  /// The copies of this program that were linked in other orders, sorted by name.
  var programLayouts: [URL] {
    guard let layouts else { return [] }
    let directory = URL(fileURLWithPath: layouts, isDirectory: true)
    let files = (try? FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)) ?? []
    return files.filter { FileManager.default.isExecutableFile(atPath: $0.path) }.sorted { $0.path < $1.path }
  }

  /// Returns the allocators for the headline figures. Throws if one of them is not known or not installed.
  func chosenAllocators() throws -> [AllocatorLibrary] {
    guard let allocators else { return quick ? [] : AllocatorLibrary.allCases.filter(\.isInstalled) }
    return try allocators.split(separator: ",").map { text in
      let name = text.trimmingCharacters(in: .whitespaces)
      guard let allocator = AllocatorLibrary(rawValue: name) else {
        throw ValidationError(
          """
          --allocators \(allocators): there is no allocator `\(name)`. Choose from \
          \(AllocatorLibrary.allCases.map(\.rawValue).joined(separator: ", ")).
          """)
      }
      guard allocator.isInstalled else {
        throw ValidationError(
          """
          --allocators \(allocators): the library of \(name) is not on this machine. On Debian and Ubuntu: apt-get \
          install \(allocator.package)
          """)
      }
      return allocator
    }
  }

  /// Returns a description of how the results were made, for the report.
  ///
  /// - Parameter setting: The setting of the suite, if it has one.
  func flags(_ setting: String?) -> String {
    #if DEBUG
      let build = "debug build: times mean nothing"
    #else
      let build = "swift build -c release"
    #endif
    let effort =
      exactOnly ? nil : "\(answer ? "at most " : "")\(processCount) processes of \(roundCount) rounds, seed \(seed)"
    let orders = layouts == nil ? nil : "linked in \(programLayouts.count) orders"
    return [build, setting, effort, orders].compactMap(\.self)
      .joined(separator: "; ")
  }

  /// The part of the help text that all commands share.
  public static let discussion = """
    Memory figures need jemalloc, and instructions and retains need valgrind. Without these tools the figures are \
    missing, never 0.

    The command writes results.json, report.md, report.html and charts into --output. Ctrl-C ends the run early and \
    keeps the results so far.

    Exit status: 0 if the run succeeded; 2 if a check in a workload failed; 64 for a wrong option; 65 if --append \
    cannot use the earlier results; 73 if the reports could not be written (the results are on standard output); 130 \
    if the run was interrupted.
    """
}
