#if Tools
  import ArgumentParser
  import SwitchboardTraceFile

  struct Census: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show what a running program has, or what grew between two moments, by source line.",
      discussion: """
        A census is the answer of an inspector at /census.json: the registries and the subscriptions of a program at \
        one moment. With two censuses of one process, the command shows the lines with more subscriptions or \
        registries in the second, as a heap diff does. Subscriptions are compared by line, label and owner; \
        registries by line, or by type and name where the line is unknown. With one census, the command shows that \
        census, the largest rows first. - stands for standard input.

        With --json and two censuses the keys are: before and after with program, process, at, takenAt; lines with \
        what, line, label, owner, before, after, growth; shrunk (the number of lines that shrank). With one census, \
        the keys are those of the census. JSON contains all rows; --top does not apply, --all does. What a census \
        lacks, and a difference of the processes, add the key warnings, a list of texts.

        EXAMPLES
          switchboard-trace census before.json after.json --fail
          curl -sH "Authorization: Bearer $TOKEN" http://127.0.0.1:7070/census.json |
            switchboard-trace census before.json -
        """)

    @Argument(help: "The census to show, or the first of two; - is standard input.", completion: .file())
    var before: String

    @Argument(help: "The second census, to compare with the first.", completion: .file())
    var after: String?

    @Flag(help: "Show also the lines that shrank.")
    var all = false

    @Flag(help: "Exit with 1 if a line grew.")
    var fail = false

    @Option(help: "Print this many rows of each table; 0 prints all.")
    var top = 20

    @Flag(help: "Print JSON instead of text.")
    var json = false

    func validate() throws {
      guard top >= 0 else { throw ValidationError("--top must be 0 or more.") }
      if after == nil, all || fail {
        throw ValidationError("--\(all ? "all" : "fail") compares two censuses; name a second file.")
      }
      if before == "-", after == "-" { throw ValidationError("Only one census can come from standard input.") }
    }

    func run() throws {
      let first = try CensusInput(before)
      guard let after else { return try show(first) }
      let second = try CensusInput(after)
      let growth = CensusGrowth(from: first.document, to: second.document)
      let warnings = Self.doubts(first, second) + Self.notCounted(first) + Self.notCounted(second)
      Self.warn(warnings)
      if json {
        try Output(nil).writeJSON(GrowthObject(first, second, growth, all: all), warnings: warnings)
      } else {
        let text = GrowthText(first, second, growth, all: all, top: top == 0 ? nil : top).text
        try Output(nil).write { $0.write(text) }
      }
      if fail, !growth.grown.isEmpty { throw ExitCode(1) }
    }

    private func show(_ input: CensusInput) throws {
      let document = CensusText.sorted(input.document)
      let warnings = Self.notCounted(input)
      Self.warn(warnings)
      if json {
        try Output(nil).writeJSON(document, warnings: warnings)
      } else {
        try Output(nil).write { $0.write(CensusText(document, top: top == 0 ? nil : top).text) }
      }
    }

    private static func warn(_ warnings: [String]) {
      for warning in warnings { StandardError.write("switchboard-trace: \(warning.visible)\n") }
    }

    private static func notCounted(_ input: CensusInput) -> [String] {
      input.document.notCounted.map { "NOT COUNTED in \(input.name): \($0)" }
    }

    /// Returns why the growth may not be what the reader takes it for.
    private static func doubts(_ first: CensusInput, _ second: CensusInput) -> [String] {
      let (a, b) = (first.document, second.document)
      if a.program != b.program || a.process != b.process {
        return [
          """
          \(first.name) is of \(CensusText.process(a)), but \(second.name) is of \(CensusText.process(b)). So growth \
          is a difference between two processes.
          """
        ]
      }
      guard b.at < a.at else { return [] }
      return ["\(second.name) is older than \(first.name). So growth is what the program had earlier, and lost."]
    }
  }

  /// What grew, for scripts.
  private struct GrowthObject: Encodable {
    struct Moment: Encodable {
      let program: String
      let process: Int32
      let at: Double
      let takenAt: String

      init(_ input: CensusInput) {
        let document = input.document
        (program, process, at, takenAt) = (document.program, document.process, document.at, document.takenAt)
      }
    }

    let before, after: Moment
    let lines: [CensusGrowth.Row]
    let shrunk: Int

    init(_ before: CensusInput, _ after: CensusInput, _ growth: CensusGrowth, all: Bool) {
      (self.before, self.after) = (Moment(before), Moment(after))
      lines = all ? growth.rows : Array(growth.grown)
      shrunk = growth.shrunk
    }
  }
#endif
