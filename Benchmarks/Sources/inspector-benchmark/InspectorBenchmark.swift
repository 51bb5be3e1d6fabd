import ArgumentParser
import BenchmarkCommand
import BenchmarkHarness
import Foundation

/// The command line of the suite `inspector`.
struct InspectorBenchmark: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspector-benchmark",
    abstract:
      """
      Measure the cost of the inspector: of counting, of a page that is open, of a burst. This build: \
      \(Build.current.summary).
      """,
    discussion: """
      The program has three builds: without a trait; with SWITCHBOARD_TRACING=1 in the environment of the build; and \
      with --traits Inspector. Give each build a separate --scratch-path. The build with the inspector measures \
      everything, and with --off and --tracing compares itself with the other two. Each of those measures only itself.

      A page that is open is a process that asks for what the page shows, once a second. The watched program is a \
      process too. It must send what is offered, and its inspector must count every value.

      \(MeasurementOptions.discussion)
      """)

  static var suite: Suite { InspectorSuite.suite() }

  @Option(help: "Compare with this program, which is built without a trait.")
  var off: String?

  @Option(help: "Compare with this program, which is built with the trait Tracing.")
  var tracing: String?

  @OptionGroup var options: MeasurementOptions

  func validate() throws {
    _ = try selection()
    try options.validate()
    for (build, path) in [(Build.off, off), (.tracing, tracing)] {
      guard let path else { continue }
      if Build.current != .inspector {
        throw ValidationError("--\(build.rawValue) is for the build with the trait Inspector.")
      }
      if !FileManager.default.isExecutableFile(atPath: path) {
        throw ValidationError("--\(build.rawValue) \(path): there is no such program; make bench-build builds it.")
      }
    }
  }

  func run() throws {
    var others: [Build: URL] = [:]
    others[.off] = off.map { URL(fileURLWithPath: $0) }
    others[.tracing] = tracing.map { URL(fileURLWithPath: $0) }
    try SuiteExecution(
      suite: InspectorSuite.suite(others: others, isQuick: options.quick), selection: try selection(), options: options
    ).run()
  }

  static func suite(ofProcess arguments: [String]) throws -> Suite {
    let pairs = arguments.compactMap { argument -> (Build, URL)? in
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let build = Build(rawValue: parts[0]) else { return nil }
      return (build, URL(fileURLWithPath: parts[1]))
    }
    // The processes of all builds take turns, and begin on the processor of this one.
    if let processor = Processor.usable.randomElement() { Processor.use(processor) }
    return InspectorSuite.suite(others: Dictionary(uniqueKeysWithValues: pairs))
  }
}
