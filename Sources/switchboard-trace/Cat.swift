import ArgumentParser
import Foundation
import SwitchboardTraceFile
import SwitchboardTracing

struct Cat: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the records of a trace, one per line.",
    discussion: """
      Times are seconds since the first record. If the trace has no clock, the command prints record numbers instead.

      A filter is a list of terms key=value,value with spaces between them. All terms must hold. A term holds if one \
      of its values matches.
        kind=send,deliver   send, start, replay, arrive, scope, end, deliver,
                            subscribe, dispose, queue, hop, owner-deinit, close,
                            lost
        event=error         value, error, completed, ended
        site=Form.swift:12  or Form.swift, or Form/Form.swift:12
        label=ticks         a name or a type; * stands for any text; in quotes
                            if it has spaces or commas
        thread=2            also registry, subscription, flow
        flow-of=17          the records of flow 17 and of all that it caused; a line
                            stands for all flows that began at this line

      With --json, each output line is an object with the keys kind, thread and time (nanoseconds of the system's \
      monotonic clock, or a record number), and, if the record has them, event, flow, cause, subscription, registry, \
      count, label, type, site, indirect.

      EXAMPLES
        switchboard-trace cat app.pftrace --limit 20
        switchboard-trace cat app.pftrace --filter 'label=ticks event=error'
        switchboard-trace cat app.pftrace --filter 'flow-of=Clock.swift:8'
      """)

  @Argument(help: "The trace file to read.", completion: .file())
  var file: String

  @Option(help: "Print only records that match this filter, such as 'kind=send label=ticks'.")
  var filter: String?

  @Option(help: "Print at most this many lines. (default: all)")
  var limit: Int?

  @Flag(help: "Print JSON objects instead of text, one per line.")
  var json = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must be 0 or more.") }
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
