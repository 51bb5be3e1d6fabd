import ArgumentParser
import BenchmarkCommand
import BenchmarkHarness
import ClientGenerator
import Foundation

/// The command line of the suite `client`.
struct ClientBenchmark: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "client-benchmark",
    abstract: "Measure what the library costs its clients: compile time, and bytes of code.",
    discussion: """
      The command generates packages that use Switchboard and OpenCombine for the same work, builds them with `swift \
      build -c release`, and measures processor seconds and the sizes of sections. Builds of the two libraries take \
      turns, in 3 rounds unless --rounds says otherwise. The figures in bytes repeat from run to run of one compiler.

      --symbols tells what the bytes of the client of Switchboard consist of, and with --hello those of the smallest \
      program: the sections, the functions of the library whose code is there, and the symbols.

      --functions checks that the client contains exactly the functions of the library that a file lists. All other \
      functions are compiled once, in the library, or are inlined everywhere. With --renew, the command writes the file.

      --sizes measures the bytes that each product, and one more use of each operator of Operators.md, adds to a \
      program, and compares them with a file; with the compiler's options for smaller programs it builds the client \
      too, which must print the same. With --renew, the command writes the file, with the products that need a \
      trait: that needs libnats-dev, and downloads packages.

      Exit status: 0 if the run succeeded; 1 if functions or sizes are other than in the file; 2 if a build \
      failed, or the clients print different values; 64 for a wrong option; 65 if --append cannot use the earlier \
      results; 69 if a tool or a library is missing; 73 if the reports could not be written; 130 if the run was \
      interrupted.
      """)

  static var suite: Suite { ClientSuite.suite(nil) }

  @Option(help: "Measure the checkout of Switchboard in this folder.")
  var library = "."

  @Option(help: "Compare with the checkout of OpenCombine in this folder. (default: 0.14.0, which SwiftPM fetches)")
  var peer: String?

  @Option(help: "Write and build the packages in this folder. (default: `clients` in the build folder)")
  var scratch: String?

  @Flag(help: "Build the client of Switchboard, print what its bytes consist of, and measure nothing.")
  var symbols = false

  @Flag(help: "With --symbols: look at the smallest program instead of the client.")
  var hello = false

  @Option(help: "Check that the client contains the functions that this file lists, and measure nothing.")
  var functions: String?

  @Option(help: "Check the sizes of products and operators that this file has, and measure nothing else.")
  var sizes: String?

  @Option(help: "With --sizes: measure every third operator. Three numbers in a row measure all.")
  var turn: Int?

  @Flag(help: "With --functions or --sizes: write the file.")
  var renew = false

  @Option(help: "Print this many rows of each table of --symbols.")
  var rows = 40

  @OptionGroup var options: MeasurementOptions

  func validate() throws {
    guard (1...10_000).contains(rows) else { throw ValidationError("--rows must be a number from 1 to 10000.") }
    if [symbols, functions != nil, sizes != nil].count(where: \.self) > 1 {
      throw ValidationError("--symbols, --functions and --sizes exclude each other.")
    }
    if let turn, sizes == nil || renew || turn < 0 {
      throw ValidationError("--turn needs a number from 0, and --sizes without --renew.")
    }
    if renew, functions == nil, sizes == nil { throw ValidationError("--renew needs --functions or --sizes.") }
    _ = try selection()
    try options.validate()
  }

  func run() throws {
    if options.list { return try execute(Self.suite) }
    if let sizes { return try checkSizes(folder(sizes)) }
    let inspects = symbols || functions != nil
    let chosen = inspects ? [Library.switchboard.rawValue] : try selection().candidates
    let builds = try ending(with: 69) { () throws(ToolFailure) in
      try ClientMeasurement.checkTools(symbols: inspects)
      var builds: [ClientBuild] = []
      for library in Library.allCases where chosen.contains(library.rawValue) { builds.append(try build(library)) }
      return builds
    }
    if symbols { return try ending(with: 2) { () throws(ToolFailure) in try printSymbols(builds[0]) } }
    if let functions { return try check(builds[0], folder(functions)) }
    let progress = ProgressLine(step: options.step)
    progress.begin()
    let measurement = ClientMeasurement(builds, rounds: options.rounds ?? (options.quick ? 1 : 3)) {
      done, total, words in
      progress.show(done: done, of: total, words)
    }
    try execute(ClientSuite.suite(measurement, of: library == "." ? nil : library))
  }

  /// Does the work. Where a tool fails, says why, and throws the exit status.
  private func ending<Result>(with status: Int32, _ work: () throws(ToolFailure) -> Result) throws(ExitCode) -> Result {
    do {
      return try work()
    } catch {
      StandardError.write("client-benchmark: \(error)\n")
      throw ExitCode(Interruption.isRequested ? 130 : status)
    }
  }

  private func execute(_ suite: Suite) throws {
    try SuiteExecution(suite: suite, selection: try selection(), options: options).run()
  }

  private func build(_ library: Library) throws(ToolFailure) -> ClientBuild {
    let scratch = packages
    let location =
      switch library {
      case .switchboard: folder(self.library)
      case .opencombine: if let peer { folder(peer) } else { try PeerCheckout.location(in: scratch) }
      }
    return try ClientBuild(library, at: location, scratch: scratch)
  }

  /// The folder of the generated packages.
  private var packages: URL { scratch.map(folder) ?? Self.buildFolder.appending(path: "clients") }

  private func folder(_ path: String) -> URL { URL(fileURLWithPath: path, isDirectory: true) }

  /// The folder that SwiftPM built this program in; it has a folder for each platform, with one for each configuration.
  private static var buildFolder: URL {
    ChildProcess.program.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  private func printSymbols(_ build: ClientBuild) throws(ToolFailure) {
    print(try report(of: build, hello: hello).text(top: rows))
  }

  private func check(_ build: ClientBuild, _ file: URL) throws {
    let (contained, differences) = try ending(with: 2) { () throws(ToolFailure) in
      let contained = FunctionList(of: try report(of: build, hello: false))
      if renew { try contained.write(to: file) }
      return (contained, renew ? nil : contained.differences(from: try FunctionList(reading: file)))
    }
    guard let differences else {
      return print(
        "client: \(contained.count) functions of the library, as \(file.lastPathComponent) lists")
    }
    StandardError.write(
      """
      client-benchmark: the client contains other functions of the library than \(file.lastPathComponent) lists
      (+ only the client, - only the file). What need not be inlined should not be; else use --renew.
      \(differences)

      """)
    throw ExitCode(1)
  }

  private func checkSizes(_ file: URL) throws {
    let measurement = try ending(with: 69) { () throws(ToolFailure) in
      try ClientMeasurement.checkTools(symbols: false)
      return try SizeMeasurement(at: folder(library), scratch: packages, turn: turn)
    }
    let (found, expected) = try ending(with: 2) { () throws(ToolFailure) in
      let expected = renew ? nil : try ClientSizes(reading: file)
      let found = try measurement.sizes(isRenewal: renew) { StandardError.write("\($0)\n") }
      if renew { try found.write(to: file) }
      return (found, expected)
    }
    let leftOut = measurement.leftOut
    if let note = expected.flatMap(found.note(comparedWith:)) { print(note) }
    guard let differences = expected.flatMap({ found.differences(from: $0, leftOut: leftOut) }) else {
      let others = leftOut.isEmpty ? "" : "; \(leftOut.count) operators are left to other turns"
      return print("sizes: \(found.count) figures, as in \(file.lastPathComponent)\(others)")
    }
    StandardError.write(
      """
      client-benchmark: sizes differ from those in \(file.lastPathComponent) (+ only this run, - only the file). If that
      is meant, use --renew, then `make numbers`.
      \(differences)

      """)
    throw ExitCode(1)
  }

  private func report(of build: ClientBuild, hello: Bool) throws(ToolFailure) -> SymbolReport {
    StandardError.write("building the client\n")
    try build.buildPrograms()
    return try SymbolReport(
      of: build.program(hello ? .hello : .client), beyond: build.program(hello ? .bare : .empty))
  }
}

@main
enum Main {
  static func main() { ClientBenchmark.start() }
}
