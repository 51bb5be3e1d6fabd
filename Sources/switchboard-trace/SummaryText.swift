import SwitchboardTraceFile

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
