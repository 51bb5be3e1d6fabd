#if Tools
  import ArgumentParser
  import SwitchboardTraceFile

  struct Summary: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Summarise a trace by source line and by registry, with the longest chains of causes.",
      discussion: """
        The times of a subscription are the times of its handler. The times of a send include all handlers that the \
        send called. Without a clock, times are n/a.

        With --json the keys are: program, processID, hasClock, duration, records, lost; threads with number, id, \
        name, \
        records, lost; sites with site, label, subscribes, disposes, live, deliveries, handling, sends (values, \
        errors, \
        completed, ended), queued, sending; registries with registry, peak and the keys of sites except site; chains \
        with depth, count and links (handler, kind, site, label). handling and sending have count, total, p50, p99 and \
        max in nanoseconds; the command leaves out unknown times. JSON contains all rows; --top does not apply. A file \
        that is damaged, or that has no end, adds the key warnings, a list of texts.

        EXAMPLES
          switchboard-trace summary app.pftrace
          switchboard-trace summary app.pftrace --json | jq '.chains[0]'
        """)

    @Argument(help: "The trace file to read.", completion: .file())
    var file: String

    @Option(help: "Print this many rows of each table; 0 prints all.")
    var top = 20

    @Option(help: "Print this many of the longest chains of causes.")
    var chains = 5

    @Flag(help: "Print JSON instead of text.")
    var json = false

    func validate() throws {
      guard top >= 0 else { throw ValidationError("--top must be 0 or more.") }
      guard chains >= 0 else { throw ValidationError("--chains must be 0 or more.") }
    }

    func run() throws {
      var input = try TraceInput(file)
      var builder = TraceSummaryBuilder(input.header)
      while let record = input.next() { builder.add(record) }
      let summary = builder.summary(input.symbols, chains: chains)
      if json {
        try Output(nil).writeJSON(summary, warnings: input.damage.warnings)
      } else {
        try Output(nil).write { $0.write(SummaryText(summary, top: top == 0 ? nil : top).text) }
      }
      try input.damage.report()
    }
  }

  /// A summary, as a text for people.
  struct SummaryText {
    private let summary: TraceSummary
    private let top: Int?

    init(_ summary: TraceSummary, top: Int?) {
      self.summary = summary
      self.top = top
    }

    var text: String {
      let tables = [subscriptions, sends, registries].map { $0.text(limit: top) }
      let parts = [headline, lost] + tables + [chains, threads]
      return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var headline: String {
      let program = summary.program.split(separator: "/").last.map(String.init) ?? "a program"
      let threads = Quantity.count(UInt64(summary.threads.count), "thread")
      let duration =
        summary.hasClock ? Quantity.duration(summary.duration) : "an unknown time, because the trace has no clock"
      return "\(program) (process \(summary.processID)): \(Quantity.count(summary.records, "record")) of \(threads) "
        + "in \(duration)\n"
    }

    private var lost: String {
      guard summary.lost > 0 else { return "" }
      let threads = summary.threads.filter { $0.lost > 0 }
        .map { "\(Quantity.count($0.lost)) of \(name($0))" }.joined(separator: ", ")
      return
        "LOST: \(Quantity.count(summary.lost, "record")) missing (\(threads)). Counts do not include these records.\n"
    }

    private var subscriptions: Table {
      var table = Table(
        "Subscriptions by line",
        [.text("line"), .text("signal"), .number("subscribed"), .number("disposed"), .number("live"), .number("calls")]
          + durationColumns)
      let rows = summary.sites.filter { $0.subscribes + $0.disposes + $0.deliveries > 0 }
      for row in sorted(rows, by: { ($0.handling?.total ?? 0, $0.deliveries) }) {
        table.add(
          [row.site, row.label] + [row.subscribes, row.disposes, row.live, row.deliveries].map { Quantity.count($0) }
            + cells(row.handling))
      }
      return table
    }

    private var sends: Table {
      var table = Table(
        "Sends by line",
        [.text("line"), .text("signal"), .number("values"), .number("errors"), .number("completed"), .number("queued")]
          + durationColumns)
      let rows = summary.sites.filter { $0.sends.total + $0.queued > 0 }
      for row in sorted(rows, by: { ($0.sending?.total ?? 0, $0.sends.total) }) {
        let counts = [row.sends.values, row.sends.errors, row.sends.completed + row.sends.ended, row.queued]
        table.add([row.site, row.label] + counts.map { Quantity.count($0) } + cells(row.sending))
      }
      return table
    }

    private var registries: Table {
      var table = Table(
        "Registries",
        [
          .number("id"), .text("signal"), .number("subscribed"), .number("live"), .number("peak"), .number("sends"),
          .number("queued"), .number("deliveries"),
        ] + durationColumns)
      for row in sorted(summary.registries, by: { ($0.sending?.total ?? 0, $0.deliveries) }) {
        let counts = [row.subscribes, row.live, row.peak, row.sends.total, row.queued, row.deliveries]
        table.add(["\(row.registry)", row.label] + counts.map { Quantity.count($0) } + cells(row.sending))
      }
      return table
    }

    private let durationColumns: [Table.Column] = [.number("total"), .number("p50"), .number("p99"), .number("max")]

    private func cells(_ durations: TraceSummary.Durations?) -> [String] {
      guard let durations else { return Array(repeating: summary.hasClock ? "-" : "n/a", count: 4) }
      return [durations.total, durations.p50, durations.p99, durations.max].map { Quantity.duration($0) as String }
    }

    /// Returns the rows by weight, highest first. Rows of equal weight keep their order.
    private func sorted<Row>(_ rows: [Row], by weight: (Row) -> (UInt64, UInt64)) -> [Row] {
      rows.enumerated().sorted { a, b in
        let (weightA, weightB) = (weight(a.element), weight(b.element))
        return weightA == weightB ? a.offset < b.offset : weightA > weightB
      }
      .map(\.element)
    }

    private var chains: String {
      // A chain of one activity shows no cause.
      let chains = summary.chains.filter { $0.depth > 1 }
      guard !chains.isEmpty else { return "" }
      return "Longest chains of causes\n" + chains.map(text).joined()
    }

    private func text(_ chain: TraceSummary.Chain) -> String {
      var text = "  \(Quantity.count(chain.depth)) deep, \(Quantity.count(chain.count, "time"))\n"
      for (index, link) in chain.links.enumerated() {
        let handler = link.handler.isEmpty ? "" : "handler of \(link.handler): "
        text += "    \(index == 0 ? "" : "→ ")\(handler)\(link.kind)"
        text += (link.label.isEmpty ? "" : " \(link.label)") + (link.site == "?" ? "" : " at \(link.site)") + "\n"
      }
      let rest = chain.depth - UInt64(min(chain.links.count, Int(clamping: chain.depth)))
      if rest > 0 { text += "    → and \(Quantity.count(rest)) more\n" }
      return text
    }

    private var threads: String {
      var table = Table("Threads", [.text("thread"), .number("records"), .number("lost")])
      for thread in summary.threads {
        table.add([name(thread), Quantity.count(thread.records), Quantity.count(thread.lost)])
      }
      return table.text(limit: top)
    }

    private func name(_ thread: TraceSummary.Thread) -> String {
      "t\(thread.number)" + (thread.name.isEmpty ? "" : " \(thread.name)") + (thread.id == 0 ? "" : " (\(thread.id))")
    }
  }
#endif
