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

      --symbols tells what the bytes of the client of Switchboard consist of.

      Exit status: 0 if the run succeeded; 2 if a build failed, or the clients print different values; 64 for a wrong \
      option; 65 if --append cannot use the earlier results; 69 if a tool or a library is missing; 73 if the reports \
      could not be written; 130 if the run was interrupted.
      """)

  static var suite: Suite { ClientSuite.suite(nil) }

  @Option(help: "Measure the checkout of Switchboard in this folder.")
  var library = "."

  @Option(help: "Compare with the checkout of OpenCombine in this folder. (default: the one beside this program)")
  var peer: String?

  @Option(help: "Write and build the packages in this folder. (default: `clients` beside this program)")
  var scratch: String?

  @Flag(help: "Build the client of Switchboard, print what its bytes consist of, and measure nothing.")
  var symbols = false

  @Option(help: "Print this many rows of each table of --symbols.")
  var rows = 40

  @OptionGroup var options: MeasurementOptions

  func validate() throws {
    guard (1...10_000).contains(rows) else { throw ValidationError("--rows must be a number from 1 to 10000.") }
    _ = try selection()
    try options.validate()
  }

  func run() throws {
    if options.list { return try execute(Self.suite) }
    let builds: [ClientBuild]
    do {
      try ClientMeasurement.checkTools(symbols: symbols)
      if symbols { return try printSymbols() }
      let chosen = Set(try selection().candidates)
      builds = try Library.allCases.filter { chosen.contains($0.rawValue) }.map(build)
    } catch let error as ToolFailure {
      StandardError.write("client-benchmark: \(error)\n")
      throw ExitCode(69)
    }
    let progress = ProgressLine(step: options.step)
    progress.begin()
    let measurement = ClientMeasurement(builds, rounds: options.rounds ?? (options.quick ? 1 : 3)) {
      done, total, words in
      progress.show(done: done, of: total, words)
    }
    try execute(ClientSuite.suite(measurement))
  }

  private func execute(_ suite: Suite) throws {
    try SuiteExecution(suite: suite, selection: try selection(), options: options).run()
  }

  private func build(_ library: Library) throws(ToolFailure) -> ClientBuild {
    try ClientBuild(
      library, at: library == .switchboard ? folder(self.library) : peer.map(folder) ?? resolvedPeer(),
      scratch: scratch.map(folder) ?? Self.beside("clients"))
  }

  private func folder(_ path: String) -> URL { URL(fileURLWithPath: path, isDirectory: true) }

  /// Returns the checkout that SwiftPM made when it built this program, in the version that all suites compare with.
  private func resolvedPeer() -> URL { Self.beside("checkouts/OpenCombine") }

  /// Returns a file in the build folder of this program.
  private static func beside(_ name: String) -> URL {
    ChildProcess.program.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: name)
  }

  private func printSymbols() throws {
    do {
      let build = try build(.switchboard)
      StandardError.write("building the client\n")
      try build.buildPrograms()
      print(try SymbolReport(client: build.program(.client), empty: build.program(.empty)).text(top: rows))
    } catch {
      StandardError.write("client-benchmark: \(error)\n")
      throw ExitCode(2)
    }
  }
}

@main
enum Main {
  static func main() { ClientBenchmark.start() }
}
