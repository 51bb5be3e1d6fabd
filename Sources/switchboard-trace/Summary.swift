import ArgumentParser
import SwitchboardTraceFile

struct Summary: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Summarise a trace by source line and by registry, with the longest chains of causes.",
    discussion: """
      The times of a subscription are the times of its handler. The times of a send include all handlers that the send \
      called. Without a clock, times are n/a.

      With --json the keys are: program, processID, hasClock, duration, records, lost; threads with number, id, name, \
      records, lost; sites with site, label, subscribes, disposes, live, deliveries, handling, sends (values, errors, \
      completed, ended), queued, sending; registries with registry, peak and the keys of sites except site; chains \
      with depth, count and links (handler, kind, site, label). handling and sending have count, total, p50, p99 and \
      max in nanoseconds; the command leaves out unknown times. JSON contains all rows; --top does not apply.

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
      try Output(nil).writeJSON(summary)
    } else {
      try Output(nil).write { $0.write(SummaryText(summary, top: top == 0 ? nil : top).text) }
    }
    try input.damage.report()
  }
}
