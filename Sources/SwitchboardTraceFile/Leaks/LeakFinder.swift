public import SwitchboardTracing

/// Finds the subscriptions that a trace has the beginning of and not the end, by the source line that made them.
///
/// Places that a chain of operators has in registries are not counted: they end with the subscription to the chain. O(1)
/// per record; memory follows what is alive.
public struct LeakFinder {
  private var live = LiveSubscriptions()
  private var lost: UInt64 = 0
  private var earlier: UInt64 = 0
  private var firstTime: UInt64?
  private let hasClock: Bool

  public init(_ header: TraceHeader) { hasClock = header.hasClock }

  public mutating func add(_ record: TraceRecord) {
    firstTime = min(firstTime ?? record.time, record.time)
    switch record.kind {
    case .subscribe where !record.isIndirect: live.begin(record)
    case .dispose where !record.isIndirect: if live.end(record) == nil { earlier += 1 }
    case .lost: lost.add(record.count)
    default: break
    }
  }

  /// What is alive after the records that were added so far.
  public func leaks(_ symbols: TraceSymbols) -> TraceLeaks {
    let beginning = hasClock ? firstTime ?? 0 : 0
    var lines: [UInt64: TraceLeaks.Line] = [:]
    for entry in live.direct.values {
      let key = UInt64(entry.site) << 32 | UInt64(entry.label)
      let new = TraceLeaks.Line(
        site: symbols.site(entry.site).description, label: symbols.label(entry.label).description, live: 0,
        first: entry.time - beginning,
        last: entry.time - beginning)
      lines[key, default: new].count(entry.time - beginning)
    }
    return TraceLeaks(
      hasClock: hasClock, lost: lost, disposedFromEarlier: earlier,
      lines: lines.sorted { a, b in
        a.value.live != b.value.live ? a.value.live > b.value.live : (a.value.first, a.key) < (b.value.first, b.key)
      }.map(\.value))
  }
}

/// Subscriptions that were alive at the end of a trace. Encodes as what `switchboard-trace leaks --json` prints.
public struct TraceLeaks: Encodable, Equatable, Sendable {
  /// Whether ``Line/first`` and ``Line/last`` are nanoseconds after the first record; otherwise they only tell the order.
  public var hasClock: Bool
  /// Records that are missing. If any are, a line may have more (a subscribe is missing) or fewer (a dispose is).
  public var lost: UInt64
  /// Subscriptions that ended in the trace and began before it, or whose beginning is lost. They are in no line.
  public var disposedFromEarlier: UInt64
  /// Most first.
  public var lines: [Line]

  public var live: UInt64 { lines.reduce(0) { $0 + $1.live } }

  public struct Line: Encodable, Equatable, Sendable {
    public var site: String
    public var label: String
    public var live: UInt64
    /// When the oldest of them was made.
    public var first: UInt64
    /// When the newest of them was made.
    public var last: UInt64

    mutating func count(_ time: UInt64) {
      live += 1
      first = min(first, time)
      last = max(last, time)
    }
  }
}
