#if Tools
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
        count, label, type, site, indirect. If the file is damaged, or has no end, the last line is an object with the \
        key warnings, a list of texts.

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
        if json, !input.damage.isNone {
          let warnings = ["warnings": input.damage.warnings]
          output.write(String(decoding: try encoder.encode(warnings), as: UTF8.self) + "\n")
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

  /// The lines that show records to people.
  struct RecordLines {
    private let hasClock: Bool
    private var beginning: UInt64?

    init(_ header: TraceHeader) { hasClock = header.hasClock }

    /// Notes the next record of the trace, shown or not, because times count from the first record.
    mutating func began(_ record: TraceRecord) { if beginning == nil { beginning = record.time } }

    func line(_ record: TraceRecord, _ symbols: TraceSymbols) -> String {
      var line = padded(time(record), 14, right: true) + "  " + padded("t\(record.thread)", 4)
      line += " " + padded(record.kind.name, 12)
      if record.event != .value { line += " \(record.event)" }
      if record.isIndirect { line += record.kind == .send ? " queued" : " inner" }
      if record.label != 0 { line += " \(symbols.label(of: record))" }
      if record.site != 0 { line += " \(symbols.site(of: record))" }
      if record.registry != 0 { line += " registry=\(record.registry)" }
      if record.subscription != 0 { line += " subscription=\(record.subscription)" }
      if record.flow != 0 { line += " flow=\(record.flow)" }
      if record.cause != 0 { line += " cause=\(record.cause)" }
      switch record.kind {
      case .subscribe, .dispose: if record.registry != 0 { line += " live=\(record.count)" }
      case .lost: line += " \(record.count) records"
      case .ownerDeinit: line += " bound=\(record.count)"
      default: break
      }
      return line + "\n"
    }

    private func time(_ record: TraceRecord) -> String {
      guard hasClock else { return String(record.time) }
      let beginning = beginning ?? record.time
      let (sign, time) = record.time < beginning ? ("-", beginning - record.time) : ("", record.time - beginning)
      let fraction = String(time % 1_000_000_000)
      return sign + "\(time / 1_000_000_000)." + String(repeating: "0", count: 9 - fraction.count) + fraction
    }

    private func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
      let space = String(repeating: " ", count: max(0, width - text.count))
      return right ? space + text : text + space
    }
  }

  /// A record as an object for scripts. Properties that the record lacks are left out.
  struct RecordObject: Encodable {
    var kind: String
    var thread: UInt32
    var time: UInt64
    var event: String?
    var flow, cause, subscription, registry, count: UInt64?
    var label, type, site: String?
    var indirect: Bool?

    init(_ record: TraceRecord, _ symbols: TraceSymbols) {
      func some(_ number: UInt64) -> UInt64? { number == 0 ? nil : number }
      kind = record.kind.name
      thread = record.thread
      time = record.time
      if [.send, .queue, .deliver].contains(record.kind) { event = "\(record.event)" }
      flow = some(record.flow)
      cause = some(record.cause)
      subscription = some(record.subscription)
      registry = some(UInt64(record.registry))
      let isChange = record.kind == .subscribe || record.kind == .dispose
      count = isChange && record.registry != 0 ? record.count : some(record.count)
      let label = symbols.label(of: record)
      if record.label != 0 {
        self.label = label.description
        type = label.type.isEmpty ? nil : label.type
      }
      site = record.site == 0 ? nil : symbols.site(of: record).description
      indirect = record.isIndirect ? true : nil
    }
  }
#endif
