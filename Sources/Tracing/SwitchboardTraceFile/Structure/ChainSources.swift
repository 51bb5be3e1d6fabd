internal import SwitchboardTracing

/// The signals that chains of operators subscribe to, by the source line of the chain.
///
/// A chain has no label of its own, unless the program named its signal. So people know a chain by its sources. O(1)
/// per record. Memory grows with the number of lines.
struct ChainSources {
  /// A line can subscribe to any number of signals. These are the first.
  private static let limit = 3
  private var labels: [UInt32: [UInt32]] = [:]

  mutating func note(_ record: TraceRecord) {
    guard record.kind == .subscribe, record.isIndirect, record.site != 0, record.label != 0 else { return }
    let known = labels[record.site, default: []]
    if known.count <= Self.limit, !known.contains(record.label) { labels[record.site] = known + [record.label] }
  }

  /// Returns the names of the sources of the chains that the line `site` subscribed. Observers have no names, so they
  /// only count if there is nothing else.
  func description(_ site: UInt32, _ symbols: TraceSymbols) -> String {
    let all = labels[site, default: []].map(symbols.label)
    let named = all.filter { !$0.isOfOneSubscription }
    let shown = named.isEmpty ? Array(all.prefix(1)) : named
    return shown.prefix(Self.limit).map(\.description).joined(separator: ", ")
      + (shown.count > Self.limit ? ", …" : "")
  }
}
