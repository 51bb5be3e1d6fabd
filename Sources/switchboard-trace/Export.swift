import ArgumentParser
import SwitchboardTraceFile

struct Export: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case chrome, golden, dot
  }

  static let configuration = CommandConfiguration(
    abstract: "Write a trace in another format.",
    discussion: """
      chrome  JSON for chrome://tracing, speedscope, Trace Compass and the Perfetto UI
      golden  one line per event, without times and system ids: what a test can keep and compare
      dot     which line causes which, with counts, for GraphViz

      EXAMPLES
        switchboard-trace export app.pftrace --format chrome --output app.json
        switchboard-trace export app.pftrace --format golden | diff expected.golden -
        switchboard-trace export app.pftrace --format dot | dot -Tsvg > causes.svg
      """)

  @Argument(help: "A trace file.", completion: .file())
  var file: String

  @Option(help: "chrome, golden or dot.")
  var format: Format

  @Option(help: "A file, which is overwritten. (default: standard output)", completion: .file())
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
