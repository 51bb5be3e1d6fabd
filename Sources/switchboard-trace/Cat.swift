import ArgumentParser
import Foundation
import SwitchboardTraceFile
import SwitchboardTracing

struct Cat: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the records of a trace, one per line.",
    discussion: """
      Times are seconds since the first record, or numbers in order if the trace has no clock.

      A filter is terms of the form key=value,value with spaces between: all terms must hold, of each one value.
        kind=send,deliver   send, start, replay, arrive, scope, end, deliver,
                            subscribe, dispose, queue, hop, owner-deinit, close,
                            lost
        event=error         value, error, completed, ended
        site=Form.swift:12  or Form.swift, or Form/Form.swift:12
        label=ticks         a name or a type; * stands for any text; in quotes
                            if it has spaces or commas
        thread=2            also registry, subscription, flow
        flow-of=17          what flow 17 did and all that it caused; with a line,
                            the same of all that began there

      With --json, each line is an object with the keys kind, thread, time (nanoseconds of the system's monotonic \
      clock, or a number in order), and, where it has them, event, flow, cause, subscription, registry, count, label, \
      type, site, indirect.

      EXAMPLES
        switchboard-trace cat app.pftrace --limit 20
        switchboard-trace cat app.pftrace --filter 'label=ticks event=error'
        switchboard-trace cat app.pftrace --filter 'flow-of=Clock.swift:8'
      """)

  @Argument(help: "A trace file.", completion: .file())
  var file: String

  @Option(help: "Only records that fit, as in 'kind=send label=ticks'.")
  var filter: String?

  @Option(help: "At most that many lines.")
  var limit: Int?

  @Flag(help: "Objects instead of text.")
  var json = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit is a number from 0 on.") }
    _ = try parsedFilter()
  }

  func run() throws {
    var filter = try parsedFilter()
    var input = try TraceInput(file)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try Output(nil).write { output in
      var left = limit ?? .max
      var lines = RecordLines(input.header)
      while left > 0, let record = input.next() {
        lines.began(record)
        guard filter?.matches(record, input.symbols) ?? true else { continue }
        left -= 1
        if json {
          let object = RecordObject(record, input.symbols)
          output.write(String(decoding: try encoder.encode(object), as: UTF8.self) + "\n")
        } else {
          output.write(lines.line(record, input.symbols))
        }
        try output.check()
      }
    }
    try input.damage.report()
  }

  private func parsedFilter() throws -> TraceFilter? {
    do {
      return try filter.map { text throws(TraceFilterError) in try TraceFilter(text) }
    } catch {
      throw ValidationError("--filter: \(error)")
    }
  }
}
