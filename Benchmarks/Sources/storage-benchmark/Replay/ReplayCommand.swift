import ArgumentParser
import BenchmarkCommand
import BenchmarkHarness
import BenchmarkReport
import BenchmarkResults
import Foundation
import ProgramReplay

/// The command `storage-benchmark replay`.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Run a recorded program on every storage, and say which storage suits it.",
    discussion: """
      Record the program with SWITCHBOARD_TRACE=trace.pftrace; the program must be built with the trait Tracing of \
      Switchboard. The replay repeats each subscribe, send and dispose of the trace on a single thread, in recorded \
      order. What a handler did during a send follows the send, and handlers do next to nothing. A long trace is \
      replayed in part. Nothing is written without --output.

      Exit status: 0 if the replay succeeded; 2 if a check failed; 64 for a wrong option, and for a registry that the \
      trace does not have; 65 if a file is no trace, is damaged or cut off, or has no subscription; 66 if a file \
      cannot be read; 130 if the replay was interrupted.
      """)

  @Argument(help: "The trace files.")
  var traces: [String]

  @Option(help: "Replay only the registries with this name.")
  var registry: String?

  @OptionGroup var options: MeasurementOptions

  func validate() throws {
    if options.against != nil { throw ValidationError("replay does not compare two versions; leave out --against.") }
    let names = traces.map(Self.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw ValidationError("Two traces have the name \(twice); rename one of the files.")
    }
  }

  func run() throws {
    let replays: [ReplayedTrace]
    do {
      replays = try traces.map(replay)
    } catch {
      StandardError.write("storage-benchmark: \(error)\n")
      throw ExitCode(error.exitStatus)
    }
    let cases = replays.flatMap(Self.cases)
    let file = try ReplaySuite.write(cases)
    defer { try? FileManager.default.removeItem(at: file) }
    let suite = ReplaySuite.suite(cases, file: file)
    let selection = try Selection(suite, quick: options.quick, filters: options.filter)
    try SuiteExecution(suite: suite, selection: selection, options: options) { results in
      let summary = ReplaySummary(replays, results)
      return options.json ? try summary.json : summary.text
    }.run()
  }

  /// Returns the name of a workload: the file's name without its extension.
  private static func name(_ path: String) -> String {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    return String(name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
  }

  private func replay(_ path: String) throws(TraceProblem) -> ReplayedTrace {
    let trace = try TraceInput(path, name: Self.name(path))
    var program = trace.program
    if let registry {
      guard let restricted = program.restricted(to: registry), !restricted.operations.isEmpty else {
        let names = program.registries.map { "  \($0.name)" }.joined(separator: "\n")
        throw TraceProblem(
          exitStatus: 64,
          description: "\(path): no registry with the name `\(registry)`. The trace has these registries:\n\(names)")
      }
      program = restricted
    }
    return ReplayedTrace(path: path, program: program, isComplete: trace.isComplete)
  }

  /// Returns the whole program, and its busiest registry if there are others.
  private static func cases(_ trace: ReplayedTrace) -> [ReplaySuite.Case] {
    let program = trace.program
    let whole = ReplaySuite.Case(
      workload: program.name,
      sentence: """
        Replays the recorded program `\(program.name)`: \(program.operations.count) operations on \
        \(program.registries.count) registries. One operation is a subscribe, a send or a dispose; n is the highest \
        number of subscribers of a registry.
        """,
      n: max(program.mostSubscribers, 1), sequence: trace.sequence)
    guard let (registry, sequence) = trace.busiest else { return [whole] }
    return [
      whole,
      ReplaySuite.Case(
        workload: ReplayedTrace.busiestWorkload(program.name),
        sentence: "Replays only the registry of `\(program.name)` with the most work, `\(registry.name)`.",
        n: max(registry.mostSubscribers, 1), sequence: sequence),
    ]
  }
}
