#if Tools
  import ArgumentParser
  import SwitchboardTraceFile

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write a trace in another format.",
      discussion: """
        \(formats)

        EXAMPLES
          switchboard-trace export app.pftrace --format chrome --output app.json
          switchboard-trace export app.pftrace --format golden | diff expected.golden -
          switchboard-trace export app.pftrace --format dot | dot -Tsvg > app.svg
        """)

    private static var formats: String {
      let width = TraceFormat.all.map(\.name.count).max() ?? 0
      return TraceFormat.all.map { format in
        format.name + String(repeating: " ", count: width + 2 - format.name.count) + format.purpose
      }
      .joined(separator: "\n")
    }

    @Argument(help: "The trace file to read.", completion: .file())
    var file: String

    @Option(help: "The format to write.")
    var format: TraceFormat

    @Option(help: "Write to this file, and overwrite it. (default: standard output)", completion: .file())
    var output: String?

    func run() throws {
      let input = try TraceInput(file)
      let output = try Output(output, butNot: [file])
      try output.write { try format.write(input, to: $0) }
      try input.damage.report()
    }
  }

  extension TraceFormat: ExpressibleByArgument {
    /// All names, for messages and completions.
    package static var allValueStrings: [String] { all.map(\.name) }

    package init?(argument: String) {
      guard let format = Self.all.first(where: { $0.name == argument }) else { return nil }
      self = format
    }
  }
#endif
