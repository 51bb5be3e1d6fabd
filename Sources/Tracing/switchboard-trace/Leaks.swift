#if Tools
  import ArgumentParser
  import SwitchboardTraceFile

  struct Leaks: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the subscriptions that were alive at the end, by source line.",
      discussion: """
        A subscription that is alive when the recording ends is not necessarily a leak, so the exit status is 0. If \
        all subscriptions should have ended by then, use --fail: the exit status is 1 if a subscription was alive, or \
        if records are missing or the file has no end, because then the trace proves nothing.

        With --json the keys are: hasClock; live; lost; disposedFromEarlier (subscriptions that ended in the trace, \
        but began before it or among missing records); lines with site, label, live, first, last. first and last are \
        the times of the oldest and the newest subscription, in nanoseconds after the first record. A file that is \
        damaged, or that has no end, adds the key warnings, a list of texts.

        EXAMPLES
          switchboard-trace leaks app.pftrace
          switchboard-trace leaks app.pftrace --fail --json
        """)

    @Argument(help: "The trace file to read.", completion: .file())
    var file: String

    @Flag(help: "Exit with 1 if a subscription was alive or records are missing.")
    var fail = false

    @Flag(help: "Print JSON instead of text.")
    var json = false

    func run() throws {
      var input = try TraceInput(file)
      var finder = LeakFinder(input.header)
      while let record = input.next() { finder.add(record) }
      let leaks = finder.leaks(input.symbols)
      if json {
        try Output(nil).writeJSON(leaks, warnings: input.damage.warnings)
      } else {
        try Output(nil).write { $0.write(Self.text(leaks)) }
      }
      try input.damage.report()
      if fail, leaks.live > 0 || leaks.lost > 0 || !input.damage.isNone { throw ExitCode(1) }
    }

    private static func text(_ leaks: TraceLeaks) -> String {
      var text = ""
      if leaks.lost > 0 {
        text += """
          LOST: \(Quantity.count(leaks.lost, "record")) missing. A line may have more live subscriptions than shown, \
          if a subscribe is missing, or fewer, if a dispose is missing.


          """
      }
      if leaks.lines.isEmpty {
        text +=
          leaks.lost > 0
          ? "No subscription is known to be alive at the end.\n" : "No subscription was alive at the end.\n"
      } else {
        var table = Table("", [.number("live"), .text("line"), .text("signal"), .number("first"), .number("last")])
        for line in leaks.lines {
          let (first, last) = leaks.hasClock ? (time(line.first), time(line.last)) : ("#\(line.first)", "#\(line.last)")
          table.add([Quantity.count(line.live), line.site, line.label, first, last])
        }
        let lines = Quantity.count(UInt64(leaks.lines.count), "line")
        text += "\(Quantity.count(leaks.live, "subscription")) of \(lines) alive at the end\n\n\(table.text())"
      }
      if leaks.disposedFromEarlier > 0 {
        let ended = Quantity.count(leaks.disposedFromEarlier, "subscription")
        text += "\n\(ended), made before the recording, ended during the recording.\n"
      }
      return text
    }

    private static func time(_ nanoseconds: UInt64) -> String { Quantity.duration(nanoseconds) }
  }
#endif
