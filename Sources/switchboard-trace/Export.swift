import ArgumentParser
import SwitchboardTraceFile

struct Export: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case chrome, golden, dot
  }

  static let configuration = CommandConfiguration(
    abstract: "Write a trace in another format.",
    discussion: """
      chrome  JSON for chrome://tracing, speedscope and the Perfetto UI
      golden  one line per event, without times and system ids, for tests
      dot     a graph of causes between lines, with counts, for GraphViz

      EXAMPLES
        switchboard-trace export app.pftrace --format chrome --output app.json
        switchboard-trace export app.pftrace --format golden | diff expected.golden -
        switchboard-trace export app.pftrace --format dot | dot -Tsvg > app.svg
      """)

  @Argument(help: "The trace file to read.", completion: .file())
  var file: String

  @Option(help: "The format to write.")
  var format: Format

  @Option(help: "Write to this file, and overwrite it. (default: standard output)", completion: .file())
  var output: String?

  func run() throws {
    let input = try TraceInput(file)
    let output = try Output(output, butNot: [file])
    try output.write { text in
      switch format {
      case .chrome: try input.copy(to: ChromeWriter(to: text))
      case .golden: try input.copy(to: GoldenWriter(to: text))
      case .dot: try input.copy(to: DotWriter(to: text))
      }
    }
    try input.damage.report()
  }
}
