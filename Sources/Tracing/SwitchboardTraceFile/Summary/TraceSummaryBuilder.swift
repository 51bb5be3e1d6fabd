package import SwitchboardTracing

/// A builder that sums a trace up, record by record.
///
/// O(1) per record. Memory grows with what is alive, and with distinct lines, registries and chains of causes.
package struct TraceSummaryBuilder {
  private let header: TraceHeader
  private var records: UInt64 = 0
  private var firstTime: UInt64?
  private var latest: UInt64 = 0
  private var threads: [UInt32: (records: UInt64, lost: UInt64)] = [:]
  private var sites = Accumulators<UInt32, SummaryAccumulator>()
  private var registries = Accumulators<UInt32, SummaryAccumulator>()

  private var nesting = Nesting()
  private var live = LiveSubscriptions()
  private var sources = ChainSources()
  private var causes = CauseTree()
  /// The places of the causes that queued or hopped work which has not continued yet, by flow.
  private var waiting: [UInt64: (position: CauseTree.Position, handler: UInt32)] = [:]

  package init(_ header: TraceHeader) { self.header = header }

  package mutating func add(_ record: TraceRecord) {
    count(record)
    let fits = nesting.advance(record)
    for frame in nesting.closed { close(frame, at: record.time) }
    switch record.kind {
    case .send, .start, .replay, .arrive, .scope:
      if record.kind == .send { addToBoth(record) { $0.sends.add(record.event) } }
      place(record)
    case .queue:
      addToBoth(record) { $0.queued += 1 }
      wait(record)
    case .hop:
      wait(record)
    case .deliver:
      addDelivery(record, fits)
    case .subscribe:
      live.begin(record)
      sources.note(record)
      addChange(record) {
        $0.subscribes += 1
        $0.live += 1
      }
    case .dispose:
      let ended = live.end(record)
      addChange(record) { $0.disposes += 1 }
      if let ended, !record.isIndirect { sites.update(ended.site) { $0.live -= 1 } }
    case .end, .ownerDeinit, .close, .lost: break
    }
  }

  private mutating func count(_ record: TraceRecord) {
    let isLoss = record.kind == .lost
    if isLoss {
      threads[record.thread, default: (0, 0)].lost.add(record.count)
    } else {
      threads[record.thread, default: (0, 0)].records += 1
      records += 1
    }
    firstTime = min(firstTime ?? record.time, record.time)
    latest = max(latest, record.time)
  }

  private mutating func close(_ frame: Nesting.Frame, at time: UInt64) {
    guard header.hasClock, let duration = frame.duration(until: time) else { return }
    let record = frame.record
    switch record.kind {
    case .deliver:
      if record.registry != 0 { registries.update(record.registry) { $0.handling.add(duration) } }
      if frame.tag == 0 { sites.update(record.site) { $0.handling.add(duration) } }
    case .send:
      sites.update(record.site) { $0.sending.add(duration) }
      registries.update(record.registry) { $0.sending.add(duration) }
    default: break
    }
  }

  private mutating func addToBoth(_ record: TraceRecord, _ change: (inout SummaryAccumulator) -> Void) {
    addToSite(record, change)
    registries.update(record.registry) {
      $0.label(record.label)
      change(&$0)
    }
  }

  private mutating func addToSite(_ record: TraceRecord, _ change: (inout SummaryAccumulator) -> Void) {
    sites.update(record.site) {
      $0.label(record.label)
      change(&$0)
    }
  }

  /// Counts a delivery. A tag on the delivery's frame marks a delivery to a place within a chain.
  private mutating func addDelivery(_ record: TraceRecord, _ fits: Bool) {
    let isIndirect = live.isIndirect(delivery: record)
    if isIndirect, fits { nesting.setTag(1, on: record) }
    if !isIndirect { addToSite(record) { $0.deliveries += 1 } }
    if record.registry != 0 { registries.update(record.registry) { $0.deliveries += 1 } }
  }

  private mutating func addChange(_ record: TraceRecord, _ change: (inout SummaryAccumulator) -> Void) {
    if !record.isIndirect { addToSite(record, change) }
    guard record.registry != 0 else { return }
    registries.update(record.registry) {
      $0.label(record.label)
      $0.subscribes += record.kind == .subscribe ? 1 : 0
      $0.disposes += record.kind == .dispose ? 1 : 0
      $0.live = record.count
      $0.peak = max($0.peak, record.count)
    }
  }

  /// Finds the cause of an activity that has just begun, and tags the activity's frame with its place in the tree of
  /// causes.
  private mutating func place(_ record: TraceRecord) {
    let cause: (position: CauseTree.Position, handler: UInt32)
    if let queued = waiting.removeValue(forKey: record.flow) {
      cause = queued
    } else if record.isIndirect || record.kind == .arrive {
      cause = (.root, 0)
    } else {
      cause = surroundings(of: nesting.thread(of: record).frames.dropLast())
    }
    nesting.setTag(causes.advance(from: cause.position, to: record, handler: cause.handler).tag, on: record)
  }

  private mutating func wait(_ record: TraceRecord) {
    waiting[record.flow] = surroundings(of: nesting.thread(of: record).frames[...])
  }

  private func surroundings(of frames: ArraySlice<Nesting.Frame>) -> (CauseTree.Position, UInt32) {
    guard let activity = frames.last(where: { $0.record.kind != .deliver }) else { return (.root, 0) }
    let handler = frames.last.flatMap { $0.record.kind == .deliver ? $0.record.site : nil }
    return (CauseTree.Position(tag: activity.tag), handler ?? 0)
  }

  /// Returns the summary of the records added so far.
  ///
  /// - Parameters:
  ///   - symbols: The symbols of the trace, which contain all lines and labels of the added records.
  ///   - chains: The highest number of chains of causes in the summary.
  package func summary(_ symbols: TraceSymbols, chains: Int = 5) -> TraceSummary {
    TraceSummary(
      program: header.program, processID: header.processID, hasClock: header.hasClock,
      duration: header.hasClock ? latest - (firstTime ?? latest) : nil, records: records,
      lost: threads.values.reduce(into: 0) { $0.add($1.lost) },
      threads: threads.sorted { $0.key < $1.key }.map { number, counts in
        let thread = symbols.thread(of: TraceRecord(kind: .lost, thread: number, time: 0))
        return TraceSummary.Thread(
          number: number, id: thread.id, name: thread.name, records: counts.records, lost: counts.lost)
      },
      sites: sites.rows { $0.row(symbols.site($1), sources.description($1, symbols), symbols, header.hasClock) }
        .sorted { $0.0 < $1.0 }.map(\.1),
      registries: registries.rows { ($1, $0.row($1, symbols, header.hasClock)) }.sorted { $0.0 < $1.0 }.map(\.1)
        .filter { $0.registry != 0 },
      chains: causes.deepest(chains, symbols))
  }
}
