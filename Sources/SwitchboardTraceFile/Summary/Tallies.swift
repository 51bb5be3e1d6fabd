internal import SwitchboardTracing

/// Tallies by id. Finding a tally takes one look-up in a dictionary, or none if the id is the same as before.
struct Tallies<ID: Hashable, Tally: EmptyTally> {
  private var indices: [ID: Int] = [:]
  private var tallies: [Tally] = []
  private var latest: (id: ID, index: Int)?

  mutating func update(_ id: ID, _ change: (inout Tally) -> Void) {
    if let latest, latest.id == id { return change(&tallies[latest.index]) }
    let index = indices[id] ?? tallies.count
    if index == tallies.count {
      tallies.append(Tally())
      indices[id] = index
    }
    latest = (id, index)
    change(&tallies[index])
  }

  func rows<Row>(_ row: (Tally, ID) -> Row) -> [Row] { indices.map { row(tallies[$1], $0) } }
}

protocol EmptyTally {
  init()
}

/// The tally of a source line or a registry.
struct SummaryTally: EmptyTally {
  /// The first label that a record had.
  var label: UInt32 = 0
  var subscribes: UInt64 = 0
  var disposes: UInt64 = 0
  var live: UInt64 = 0
  /// The highest number of live subscriptions; for registries only.
  var peak: UInt64 = 0
  var deliveries: UInt64 = 0
  var queued: UInt64 = 0
  var sends = TraceSummary.Sends()
  var handling = DurationStatistics()
  var sending = DurationStatistics()

  mutating func label(_ number: UInt32) { if label == 0 { label = number } }

  /// Returns the row of a source line, with the key by which rows are sorted.
  func row(_ site: TraceSite, _ symbols: TraceSymbols, _ hasClock: Bool) -> (SiteOrder, TraceSummary.Site) {
    let row = TraceSummary.Site(
      site: site.description, label: symbols.label(label).description, subscribes: subscribes, disposes: disposes,
      live: live, deliveries: deliveries, handling: hasClock ? handling.durations : nil, sends: sends, queued: queued,
      sending: hasClock ? sending.durations : nil)
    return (SiteOrder(site), row)
  }

  func row(_ number: UInt32, _ symbols: TraceSymbols, _ hasClock: Bool) -> TraceSummary.Registry {
    TraceSummary.Registry(
      registry: number, label: symbols.label(label).description, subscribes: subscribes, disposes: disposes,
      live: live, peak: peak, sends: sends, queued: queued, deliveries: deliveries,
      handling: hasClock ? handling.durations : nil, sending: hasClock ? sending.durations : nil)
  }
}

/// An order by file, then by line as a number.
struct SiteOrder: Comparable {
  private let site: TraceSite

  init(_ site: TraceSite) { self.site = site }

  static func < (a: SiteOrder, b: SiteOrder) -> Bool {
    (a.site.fileID, a.site.line) < (b.site.fileID, b.site.line)
  }
}

extension TraceSummary.Sends {
  mutating func add(_ event: TraceEvent) {
    switch event {
    case .value: values += 1
    case .error: errors += 1
    case .completed: completed += 1
    case .ended: ended += 1
    }
  }
}

extension DurationStatistics {
  /// The summary of the durations; nil if there are none.
  var durations: TraceSummary.Durations? {
    guard let p50 = quantile(0.5), let p99 = quantile(0.99) else { return nil }
    return TraceSummary.Durations(count: count, total: total, p50: p50, p99: p99, max: max)
  }
}
