package import SwitchboardTracing

extension TraceFormat {
  static let golden = TraceFormat("golden", "one line per event, without times and system ids, for tests") {
    GoldenWriter(to: $0)
  }
}

/// A writer of golden text: what a program did, as its author sees it, one line per event, without times, addresses,
/// system ids and line numbers. A test can keep golden text and compare it with a later run.
///
/// ```
/// # switchboard.golden/2
/// thread t1
///   subscribe Form.swift@1#1 to ticks#1
///   send ticks#1 at Clock.swift@1
///     deliver to Form.swift@1#1
///       queue ticks#1 ~1 at Form.swift@2
///   send completed ticks#1 ~1 at Form.swift@2
///     deliver completed to Form.swift@1#1
///       dispose Form.swift@1#1 from ticks#1
/// ```
///
/// - Indentation is nesting: a line happened during the nearest line above that is less indented. So ends have no
///   lines, except an end whose beginning is missing. The last lines tell what has not ended.
/// - `Form.swift@2` is the second line of that file that the text names; ``lines`` has the line numbers. So code may
///   move. Lines of this library are left out; a subscription that was made there has a `?`.
/// - A registry is its label and a number among the registries of the same label. A subscription is the source line
///   that made it and a number among the subscriptions of the same line. One more registry or subscription renames only
///   later ones of the same label or line.
/// - A chain of operators is its one subscription, at the line of `subscribe`: the events that reach the handler there,
///   and the end. How operators are built does not show: their registries, their places in other registries, and their
///   hops to schedulers are left out. What happens inside them stands in the activity around.
/// - `~1` ties queued or hopped work to the `send` or `arrive` that continues it. The number counts such work in the
///   same registry or at the same line.
/// - `value` is left out; `error`, `completed` and `ended` stand after the verb.
/// - A registry that did nothing else has no `close`.
/// - `thread t1` stands before a line of a different thread than the line above. Threads are numbered as they appear.
/// - `lost 12 records` stands where records are missing. Later lines of that thread may be indented wrongly.
///
/// Takes O(depth) per record, and memory for what is alive and for distinct labels and source lines. ``write(_:_:)``
/// and ``finish()`` throw output errors as ``TextOutputError``.
// Sound: one thread at a time calls a sink.
package final class GoldenWriter: TraceSink, @unchecked Sendable {
  /// The number of the form that this class writes. The first line of golden text has the number. Any change of the
  /// text of an unchanged program needs a new number, because files of users have the text.
  package static let form = 2
  package static let firstLine = "# switchboard.golden/"

  /// The tag of frames that have no line, and no indentation.
  private static let left: UInt64 = 1

  private let output: TextOutput
  private var names = GoldenNames()
  private var nesting = Nesting()
  /// The hops within chains that have not arrived.
  private var leftHops: Set<UInt64> = []
  private var thread: UInt32 = 0
  private var lost: UInt64 = 0

  package init(to output: TextOutput) { self.output = output }

  /// The source lines that the text names, in the order of their first appearance.
  package var lines: [(name: String, site: TraceSite)] { names.lines }

  package func begin(_ header: TraceHeader) { output.write("\(Self.firstLine)\(Self.form)\n") }

  package func write(_ records: [TraceRecord], _ symbols: TraceSymbols) throws {
    for record in records { write(record, symbols) }
    try output.check()
  }

  package func finish() throws {
    let open = nesting.threads.reduce(0) {
      $0 + $1.frames.count { $0.record.kind != .deliver && $0.tag != Self.left }
    }
    if open > 0 { output.write("# not ended: \(open == 1 ? "1 activity" : "\(open) activities")\n") }
    if lost > 0 { output.write("# lost: \(lost == 1 ? "1 record" : "\(lost) records")\n") }
    try output.flush()
  }

  /// Returns the golden text of the rest of `source`. Takes memory for all of the text.
  package static func text(of source: some TraceSource) throws -> String {
    let output = TextOutput()
    try source.copy(to: GoldenWriter(to: output))
    return output.text
  }

  /// Returns the number of the form that the first line of `text` names, or nil if it names none.
  package static func form(of text: String) -> Int? {
    text.hasPrefix(firstLine) ? Int(text.dropFirst(firstLine.count).prefix { $0 != "\n" }) : nil
  }

  private func write(_ record: TraceRecord, _ symbols: TraceSymbols) {
    let fits = nesting.advance(record)
    let opened = fits && (record.kind.isActivity || record.kind == .deliver)
    guard isShown(record, symbols) else {
      if opened { nesting.setTag(Self.left, on: record) }
      return
    }
    // What the subscribe in the line above leads to.
    if record.kind == .start || record.kind == .end && fits { return }
    if record.thread != thread {
      output.write("thread \(names.thread(record.thread))\n")
      thread = record.thread
    }
    let depth = nesting.thread(of: record).frames.count { $0.tag != Self.left }
    for _ in 0...(depth - (opened ? 1 : 0)) { output.write("  ") }
    writeEvent(record, symbols)
    if !fits { output.write(", of an activity that began earlier") }
    output.write("\n")
  }

  /// Whether the record tells what the program did, not how the library did it.
  private func isShown(_ record: TraceRecord, _ symbols: TraceSymbols) -> Bool {
    switch record.kind {
    case .subscribe, .dispose, .deliver: return !record.isIndirect
    case .send, .replay, .queue: return !symbols.label(of: record).isOfOperator
    case .hop:
      if record.isIndirect { leftHops.insert(record.flow) }
      return !record.isIndirect
    case .arrive: return leftHops.remove(record.flow) == nil
    case .close: return names.knows(registry: record.registry)
    case .start, .scope, .end, .ownerDeinit, .lost: return true
    }
  }

  private func writeEvent(_ record: TraceRecord, _ symbols: TraceSymbols) {
    switch record.kind {
    case .send, .replay, .start, .arrive, .scope: writeBeginning(record, symbols)
    case .end: output.write("end")
    case .deliver:
      output.write("deliver\(event(record)) to \(names.subscription(of: record, symbols))")
    case .subscribe:
      output.write("subscribe \(names.subscription(of: record, symbols))\(source(" to ", record, symbols))")
    case .dispose:
      output.write("dispose \(names.subscription(of: record, symbols))\(source(" from ", record, symbols))")
      names.retire(subscription: record.subscription)
    case .queue:
      let registry = names.registry(of: record, symbols)
      output.write("queue\(event(record)) \(registry) \(names.waiting(record, at: registry))\(place(record, symbols))")
    case .hop:
      let place = place(record, symbols)
      output.write("hop\(label(record, symbols)) \(names.waiting(record, at: place))\(place)")
    case .ownerDeinit:
      output.write("owner-deinit\(label(record, symbols)), \(record.count) bound\(place(record, symbols))")
    case .close:
      output.write("close \(names.registry(of: record, symbols))")
      names.retire(registry: record.registry)
    case .lost:
      lost.add(record.count)
      output.write("lost \(record.count) record\(record.count == 1 ? "" : "s")")
    }
  }

  private func writeBeginning(_ record: TraceRecord, _ symbols: TraceSymbols) {
    output.write(record.kind.word + event(record))
    output.write(record.registry == 0 ? label(record, symbols) : " " + names.registry(of: record, symbols))
    if let mark = names.resumed(record) {
      output.write(" " + mark)
    } else if record.isIndirect || record.kind == .arrive {
      output.write(" ~?")
    }
    output.write(place(record, symbols))
  }

  private func event(_ record: TraceRecord) -> String { record.event == .value ? "" : " " + record.event.word }

  /// Returns the text for the source of a subscription: a registry by its name, a chain by its label.
  private func source(_ preposition: String, _ record: TraceRecord, _ symbols: TraceSymbols) -> String {
    guard record.registry == 0 else { return preposition + names.registry(of: record, symbols) }
    let label = label(record, symbols)
    return label.isEmpty ? "" : preposition + label.dropFirst()
  }

  private func label(_ record: TraceRecord, _ symbols: TraceSymbols) -> String {
    let label = symbols.label(of: record).description
    return label.isEmpty ? "" : " " + printable(label)
  }

  private func place(_ record: TraceRecord, _ symbols: TraceSymbols) -> String {
    names.line(of: record, symbols).map { " at " + $0 } ?? ""
  }
}
