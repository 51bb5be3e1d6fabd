package import SwitchboardTracing

extension TraceFormat {
  static let chrome = TraceFormat("chrome", "JSON for chrome://tracing, speedscope and the Perfetto UI") {
    ChromeWriter(to: $0)
  }
}

/// A writer of Chrome's trace event JSON, for the Perfetto UI, `chrome://tracing`, speedscope and Trace Compass.
///
/// Activities and handler calls are slices (`B`, `E`), and moments are instants (`i`). A flow (`s`, `f`) ties queued or
/// hopped work to its continuation. Each registry except an observer's has a counter of its live subscriptions (`C`).
/// Slices that have not ended at the end of the trace end there, with `"unfinished": true`.
///
/// Takes O(1) per record, and memory for open slices. In a trace without a clock, a record counts as a microsecond.
/// ``write(_:_:)`` and ``finish()`` throw output errors as ``TextOutputError``. After an error of the source, the file
/// is valid JSON.
// Sound: one thread at a time calls a sink.
package final class ChromeWriter: TraceSink, @unchecked Sendable {
  private let output: TextOutput
  private var nesting = Nesting()
  private var names = SymbolTexts(TextOutput.json)
  private var processField = ""
  private var hasClock = true
  private var isFirst = true
  private var threadCount = 0
  private var lost: UInt64 = 0
  private var latest: UInt64 = 0

  package init(to output: TextOutput) { self.output = output }

  package func begin(_ header: TraceHeader) {
    processField = "\",\"pid\":\(header.processID),\"tid\":"
    hasClock = header.hasClock
    output.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[")
    metadata("process_name", thread: 0, name: header.program)
  }

  package func write(_ records: [TraceRecord], _ symbols: TraceSymbols) throws {
    while threadCount < symbols.threads.count {
      let thread = symbols.threads[threadCount]
      metadata("thread_name", thread: thread.number, name: "\(thread.name) (\(thread.id))")
      threadCount += 1
    }
    for record in records { write(record, symbols) }
    try output.check()
  }

  package func finish() throws {
    for thread in nesting.threads {
      for frame in thread.frames.reversed() {
        begin("E", time: Swift.max(latest, frame.record.time), thread: frame.record.thread)
        output.write(",\"args\":{\"unfinished\":true}}")
      }
    }
    output.write("\n],\"otherData\":{\"clock\":\"\(hasClock ? "monotonic" : "none")\",\"lostRecords\":")
    output.writeJSON(lost)
    output.write("}}\n")
    try output.flush()
  }

  private func write(_ record: TraceRecord, _ symbols: TraceSymbols) {
    latest = Swift.max(latest, record.time)
    let fits = nesting.advance(record)
    for frame in nesting.closed {
      begin("E", time: Swift.max(record.time, frame.record.time), thread: record.thread)
      output.write("}")
    }
    switch record.kind {
    case .end: break
    case .send, .start, .replay, .arrive, .scope:
      slice(record, symbols)
      if record.isIndirect || record.kind == .arrive { flow("f", record) }
    case .deliver where fits:
      slice(record, symbols)
    case .queue, .hop:
      instant(record, symbols)
      flow("s", record)
    case .subscribe, .dispose:
      instant(record, symbols)
      if record.registry != 0, !symbols.label(of: record).isOfOneSubscription { counter(record, symbols) }
    case .lost:
      lost.add(record.count)
      instant(record, symbols)
    default:
      instant(record, symbols)
    }
  }

  private func slice(_ record: TraceRecord, _ symbols: TraceSymbols) {
    begin("B", time: record.time, thread: record.thread)
    describe(record, symbols)
  }

  private func instant(_ record: TraceRecord, _ symbols: TraceSymbols) {
    begin("i", time: record.time, thread: record.thread)
    output.write(",\"s\":\"t\"")
    describe(record, symbols)
  }

  private func flow(_ phase: String, _ record: TraceRecord) {
    begin(phase, time: record.time, thread: record.thread)
    output.write(",\"name\":\"wait\",\"cat\":\"switchboard\",\"id\":\"0x\(String(record.flow, radix: 16))\"")
    output.write(phase == "f" ? ",\"bp\":\"e\"}" : "}")
  }

  private func counter(_ record: TraceRecord, _ symbols: TraceSymbols) {
    begin("C", time: record.time, thread: record.thread)
    output.write(",\"name\":\"live ")
    output.write(names.label(of: record, symbols))
    output.write(" #")
    output.write(UInt64(record.registry))
    output.write("\",\"args\":{\"live\":")
    output.writeJSON(record.count)
    output.write("}}")
  }

  private func metadata(_ kind: String, thread: UInt32, name: String) {
    begin("M", time: 0, thread: thread)
    output.write(",\"name\":\"\(kind)\",\"args\":{\"name\":\"\(TextOutput.json(name))\"}}")
  }

  /// Writes the fields that every event has, and leaves the event's object open.
  private func begin(_ phase: String, time: UInt64, thread: UInt32) {
    output.write(isFirst ? "\n{\"ph\":\"" : ",\n{\"ph\":\"")
    isFirst = false
    output.write(phase)
    output.write(processField)
    output.write(UInt64(thread))
    output.write(",\"ts\":")
    output.write(hasClock ? time / 1000 : time)
    guard hasClock, time % 1000 != 0 else { return }
    output.write(time % 1000 < 10 ? ".00" : time % 1000 < 100 ? ".0" : ".")
    output.write(time % 1000)
  }

  /// Writes the event's name and arguments, and the end of its object.
  private func describe(_ record: TraceRecord, _ symbols: TraceSymbols) {
    let site = names.site(of: record, symbols)
    let label = names.label(of: record, symbols)
    output.write(",\"cat\":\"switchboard\",\"name\":\"")
    output.write(record.kind.word)
    let subject = record.kind == .deliver ? site : label
    if !subject.isEmpty { output.write(" ") }
    output.write(subject)
    output.write("\",\"args\":{\"kind\":\"")
    output.write(record.kind.word)
    output.write("\"")
    if record.kind == .send || record.kind == .queue || record.kind == .deliver {
      output.write(",\"event\":\"")
      output.write(record.event.word)
      output.write("\"")
    }
    if record.site != 0 { argument(",\"site\":\"", site) }
    argument(",\"label\":\"", label)
    argument(",\"type\":\"", names.type(of: record, symbols))
    if record.isIndirect { output.write(",\"indirect\":true") }
    argument(",\"flow\":", record.flow)
    argument(",\"cause\":", record.cause)
    argument(",\"registry\":", UInt64(record.registry))
    argument(",\"subscription\":", record.subscription)
    // The count of a registry is written even if it is 0.
    if record.registry != 0, record.kind == .subscribe || record.kind == .dispose {
      output.write(",\"count\":")
      output.writeJSON(record.count)
    } else {
      argument(",\"count\":", record.count)
    }
    output.write("}}")
  }

  private func argument(_ key: String, _ text: String) {
    guard !text.isEmpty else { return }
    output.write(key)
    output.write(text)
    output.write("\"")
  }

  private func argument(_ key: String, _ value: UInt64) {
    guard value != 0 else { return }
    output.write(key)
    output.writeJSON(value)
  }
}
