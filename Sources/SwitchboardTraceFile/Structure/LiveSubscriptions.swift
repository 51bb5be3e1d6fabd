import SwitchboardTracing

/// The subscriptions that have begun and not ended, as far as a trace tells.
///
/// Users' subscriptions and the places that chains of operators have in registries are kept apart. O(1) per record;
/// memory follows what is alive.
struct LiveSubscriptions {
  struct Entry {
    var site: UInt32
    var label: UInt32
    var time: UInt64
  }

  private(set) var direct: [UInt64: Entry] = [:]
  private(set) var indirect: [UInt64: Entry] = [:]

  mutating func begin(_ record: TraceRecord) {
    let entry = Entry(site: record.site, label: record.label, time: record.time)
    if record.isIndirect { indirect[record.subscription] = entry } else { direct[record.subscription] = entry }
  }

  /// What has ended; nil if its beginning is not in the trace.
  mutating func end(_ record: TraceRecord) -> Entry? {
    record.isIndirect
      ? indirect.removeValue(forKey: record.subscription) : direct.removeValue(forKey: record.subscription)
  }

  /// Whether a delivery is to a chain's place, and not yet to the user's handler at its end.
  func isIndirect(delivery record: TraceRecord) -> Bool {
    record.registry != 0 && indirect[record.subscription] != nil
  }
}
