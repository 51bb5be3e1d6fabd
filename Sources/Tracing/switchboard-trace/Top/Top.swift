#if Tools
  import ArgumentParser
  import Foundation
  import SwitchboardTraceFile

  struct Top: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Watch a running program: its registries, and what flows through them.",
      discussion: """
        The program needs an inspector: it is built with --traits Inspector, and the environment variable \
        SWITCHBOARD_INSPECTOR is set. The URL is what the program prints, with the token behind the #. A token that \
        should not be in the shell's history may be in a file (--token-file) or in the environment variable \
        SWITCHBOARD_INSPECTOR_TOKEN; the URL is then http://127.0.0.1:7070.

        Keys: q quits; s sorts by the next column; r reverses the order; / filters, esc leaves that; space, b and the \
        arrow keys turn pages; w shows the warnings, and then the registries again. Where standard input or standard \
        output is no terminal, the command prints once, as with --once.

        With --once and --json, the command prints an object with the keys overview, registries and warnings, the \
        answers of the inspector at /api/overview, /api/registries and /api/warnings.

        EXAMPLES
          switchboard-trace top 'http://127.0.0.1:7070/#token=TOKEN' --sort deliveriesPerSecond
          switchboard-trace top 127.0.0.1:7070 --token-file token --once --filter Login
          switchboard-trace top 127.0.0.1:7070 --once --json | jq '.overview.subscriptions'
        """)

    @Argument(help: "The URL that the program prints.")
    var url: String

    @Option(help: "Ask for new figures after this many seconds, from 0.1 to 3600.")
    var interval = 1.0

    @Option(help: "Sort the registries by this key.")
    var sort = SortKey.subscribers

    @Flag(help: "Reverse the order.")
    var reverse = false

    @Option(help: "Show only registries with this text in their name, type, kind or line.")
    var filter = ""

    @Option(help: "Read the token from this file.", completion: .file())
    var tokenFile: String?

    @Flag(help: "Print once, and end.")
    var once = false

    @Option(help: "With --once, print this many registries, at most 1000.")
    var rows = 50

    @Flag(help: "With --once, print the inspector's JSON instead of text.")
    var json = false

    func validate() throws {
      guard (0.1...3600).contains(interval) else { throw ValidationError("--interval must be from 0.1 to 3600.") }
      guard (1...RegistryPage.largestSize).contains(rows) else {
        throw ValidationError("--rows must be from 1 to \(RegistryPage.largestSize).")
      }
      if json, !once { throw ValidationError("--json prints once; add --once.") }
    }

    func run() throws {
      let client = InspectorClient(try InspectorAddress(url, tokenFile: tokenFile))
      let query = TopQuery(sort: sort, isReversed: reverse, filter: filter)
      do {
        if once || !Screen.isPossible { try printOnce(client, query) } else { try watch(client, query) }
      } catch let failure as InspectorFailure {
        throw failure.reported()
      }
    }

    private func printOnce(_ client: InspectorClient, _ query: TopQuery) throws {
      guard !json else {
        let answers = try client.json(query, size: rows)
        return try Output(nil).write { $0.write(answers + "\n") }
      }
      let snapshot = try client.snapshot(query, withWarnings: true) { _ in rows }
      let width = Table.terminalWidth
      let text = TopText(snapshot: snapshot, width: width)
      let overview = snapshot.overview
      let head = TopText.totals(overview, width: width) + TopText.notCounted(overview, width: width)
      let warnings = snapshot.warnings?.warnings.isEmpty == false ? [TopLine("")] + text.warnings : []
      try print(head + [TopLine("")] + text.registries + warnings)
    }

    private func watch(_ client: InspectorClient, _ query: TopQuery) throws {
      var session = try TopSession(client, query, every: interval)
      switch try session.run() {
      case .asked: break
      case .programEnded: try print(session.last + [TopLine(""), TopLine("the program has ended")])
      case .failure(let failure): throw failure
      }
    }

    private func print(_ lines: [TopLine]) throws {
      let width = Table.terminalWidth
      try Output(nil).write { output in
        for line in lines {
          let text = line.text.visible
          output.write((width.map { text.cut(to: $0) } ?? text) + "\n")
        }
      }
    }
  }

  extension SortKey: ExpressibleByArgument {}
#endif
