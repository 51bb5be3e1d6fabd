package import SwitchboardTracing

/// A search for subscriptions whose beginning is in a trace and whose end is not, by the source line that made them.
///
/// Places that a chain of operators has in registries are not counted, because they end with the subscription to the
/// chain. O(1) per record. Memory grows with what is alive.
package struct LeakFinder {
  private var live = LiveSubscriptions()
  private var sources = ChainSources()
  private var lost: UInt64 = 0
  private var earlier: UInt64 = 0
  private var firstTime: UInt64?
  private let hasClock: Bool

  package init(_ header: TraceHeader) { hasClock = header.hasClock }

  package mutating func add(_ record: TraceRecord) {
    firstTime = min(firstTime ?? record.time, record.time)
    switch record.kind {
    case .subscribe where !record.isIndirect: live.begin(record)
    case .subscribe: sources.note(record)
    case .dispose where !record.isIndirect: if live.end(record) == nil { earlier += 1 }
    case .lost: lost.add(record.count)
    default: break
    }
  }

  /// Returns the subscriptions that are alive after the records added so far.
  package func leaks(_ symbols: TraceSymbols) -> TraceLeaks {
    let beginning = hasClock ? firstTime ?? 0 : 0
    // By line and type. Names are made at run time, so a line may subscribe to very many.
    struct Key: Hashable {
      var site: UInt32
      var type: String
    }
    var lines: [Key: TraceLeaks.Line] = [:]
    for entry in live.direct.values {
      let label = symbols.label(entry.label)
      let text = entry.label == 0 ? sources.description(entry.site, symbols) : label.description
      let new = TraceLeaks.Line(
        site: symbols.site(entry.site).description, label: text, live: 0, first: entry.time - beginning,
        last: entry.time - beginning)
      let key = Key(site: entry.site, type: label.type)
      lines[key, default: new].count(entry.time - beginning)
      if lines[key]?.label != text { lines[key]?.label = label.type }
    }
    return TraceLeaks(
      hasClock: hasClock, lost: lost, live: UInt64(live.direct.count), disposedFromEarlier: earlier,
      lines: lines.sorted { a, b in
        a.value.live != b.value.live
          ? a.value.live > b.value.live : (a.value.first, a.key.site) < (b.value.first, b.key.site)
      }.map(\.value))
  }
}

/// The subscriptions that were alive at the end of a trace. Encodes as the output of `switchboard-trace leaks --json`.
package struct TraceLeaks: Encodable, Equatable, Sendable {
  /// Whether ``Line/first`` and ``Line/last`` are nanoseconds after the first record. Without a clock they only give
  /// the order.
  package var hasClock: Bool
  /// The number of missing records. If a `dispose` is missing, a line shows more live subscriptions than there were; if
  /// a `subscribe` is missing, fewer.
  package var lost: UInt64
  /// The number of live subscriptions of all lines.
  package var live: UInt64
  /// The number of subscriptions that ended in the trace and whose beginning is before it or lost. They are in no line.
  package var disposedFromEarlier: UInt64
  /// The lines, ordered by the number of live subscriptions, highest first.
  package var lines: [Line]

  package struct Line: Encodable, Equatable, Sendable {
    package var site: String
    /// The name that the subscriptions subscribed to, or the type if the names differ.
    package var label: String
    package var live: UInt64
    /// The time at which the oldest live subscription was made.
    package var first: UInt64
    /// The time at which the newest live subscription was made.
    package var last: UInt64

    mutating func count(_ time: UInt64) {
      live += 1
      first = min(first, time)
      last = max(last, time)
    }
  }
}
