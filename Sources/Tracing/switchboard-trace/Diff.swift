#if Tools
  import ArgumentParser
  import SwitchboardTraceFile
  import SwitchboardTracing

  struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compare two traces by source line: counts, order and, on request, durations.",
      discussion: """
        If the traces are the same, the command prints nothing and exits with 0; otherwise it exits with 1. It \
        compares the order thread by thread, and work that came from another thread piece by piece. So two runs of a \
        deterministic program are the same. It does not compare times and ids.

        With --json the keys are: counts with site, kind, event, isIndirect, label, first, second; order with \
        sequence, \
        position, common, first, second; durations with site, kind, label, first, second (medians in nanoseconds); \
        lostInFirst; lostInSecond. A file that is damaged, or that has no end, adds the key warnings, a list of texts.

        EXAMPLES
          switchboard-trace diff before.pftrace after.pftrace
          switchboard-trace diff before.pftrace after.pftrace --durations 1.5
        """)

    @Argument(help: "The first trace file.", completion: .file())
    var first: String

    @Argument(help: "The second trace file, to compare with the first.", completion: .file())
    var second: String

    @Option(help: "Also report lines with medians of durations that differ by more than this ratio, such as 1.5.")
    var durations: Double?

    @Flag(help: "Print JSON instead of text.")
    var json = false

    func validate() throws {
      if let durations, !(durations >= 1 && durations.isFinite) {
        throw ValidationError("--durations must be 1 or more, such as 1.5.")
      }
    }

    func run() throws {
      let (a, b) = (try TraceInput(first), try TraceInput(second))
      let diff = try TraceDiff(
        { try TraceInput(first, a.damage) }, { try TraceInput(second, b.damage) }, durations: durations)
      warn(about: diff, hasClocks: a.header.hasClock && b.header.hasClock)
      if json {
        try Output(nil).writeJSON(diff, warnings: a.damage.warnings + b.damage.warnings)
      } else {
        try Output(nil).write { $0.write(DiffText(diff, first, second).text) }
      }
      try a.damage.report()
      try b.damage.report()
      if !diff.isEmpty { throw ExitCode(1) }
    }

    private func warn(about diff: TraceDiff, hasClocks: Bool) {
      for (file, lost) in [(first, diff.lostInFirst), (second, diff.lostInSecond)] where lost > 0 {
        StandardError.write(
          "LOST: \(Quantity.count(lost, "record")) of \(file). The loss may cause differences, or hide them.\n")
      }
      if durations != nil, !hasClocks {
        StandardError.write("Durations are not compared, because a trace has no clock.\n")
      }
    }
  }

  /// The differences, as a text for people.
  struct DiffText {
    let text: String

    init(_ diff: TraceDiff, _ first: String, _ second: String) {
      guard !diff.isEmpty else {
        text = ""
        return
      }
      let parts = [Self.counts(diff.counts), Self.order(diff.order), Self.durations(diff.durations)]
      text = "--- \(first)\n+++ \(second)\n" + parts.filter { !$0.isEmpty }.map { "\n" + $0 }.joined()
    }

    private static func counts(_ counts: [TraceDiff.Count]) -> String {
      var table = Table(
        "Counts",
        [.text("line"), .text("what"), .text("signal"), .number("before"), .number("after"), .number("change")])
      for count in counts {
        let change =
          count.second > count.first
          ? "+" + Quantity.count(count.second - count.first) : "-" + Quantity.count(count.first - count.second)
        var what = count.kind
        if count.isIndirect { what += count.kind == "send" ? " (queued)" : " (inner)" }
        if count.event != "value" { what += " \(count.event)" }
        table.add([count.site, what, count.label, Quantity.count(count.first), Quantity.count(count.second), change])
      }
      return table.text()
    }

    private static func order(_ order: [TraceDiff.Divergence]) -> String {
      order.map { divergence in
        let place = "after \(Quantity.count(UInt64(divergence.position), "same event"))"
        return "Order: \(divergence.sequence), \(place)\n"
          + divergence.common.map { "    \($0)\n" }.joined()
          + (divergence.first.isEmpty ? ["(nothing more)"] : divergence.first).map { "  - \($0)\n" }.joined()
          + (divergence.second.isEmpty ? ["(nothing more)"] : divergence.second).map { "  + \($0)\n" }.joined()
      }
      .joined(separator: "\n")
    }

    private static func durations(_ durations: [TraceDiff.Duration]) -> String {
      var table = Table(
        "Median durations", [.text("line"), .text("what"), .text("signal"), .number("before"), .number("after")])
      for row in durations {
        table.add([row.site, row.kind, row.label, Quantity.duration(row.first), Quantity.duration(row.second)])
      }
      return table.text()
    }
  }
#endif
