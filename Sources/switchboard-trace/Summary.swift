import ArgumentParser
import SwitchboardTraceFile

struct Summary: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sum a trace up: by source line, by registry, and what caused what.",
    discussion: """
      Handler times are those of the handlers given at a line; send times include all handlers that a send called. \
      Times are n/a where the trace has no clock.

      With --json: program, processID, hasClock, duration, records, lost; threads with number, id, name, records, \
      lost; sites with site, label, subscribes, disposes, live, deliveries, handling, sends (values, errors, \
      completed, ended), queued, sending; registries with registry, label, the same and peak; chains with depth, count \
      and links (handler, kind, site, label). handling and sending have count, total, p50, p99, max in nanoseconds and \
      are left out where not known. All rows, whatever --top says.

      EXAMPLES
        switchboard-trace summary app.pftrace
        switchboard-trace summary app.pftrace --json | jq '.chains[0]'
      """)

  @Argument(help: "A trace file.", completion: .file())
  var file: String

  @Option(help: "Rows of each table; 0 for all.")
  var top = 20

  @Option(help: "How many of the longest chains of causes.")
  var chains = 5

  @Flag(help: "JSON instead of text.")
  var json = false

  func validate() throws {
    guard top >= 0 else { throw ValidationError("--top is a number from 0 on.") }
    guard chains >= 0 else { throw ValidationError("--chains is a number from 0 on.") }
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
