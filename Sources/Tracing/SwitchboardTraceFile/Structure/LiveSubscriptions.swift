internal import SwitchboardTracing

/// The subscriptions that have begun and not ended, as far as a trace tells.
///
/// The subscriptions of users and the places that chains of operators have in registries are kept apart. O(1) per
/// record. Memory grows with what is alive.
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

  /// Removes the subscription that ended, and returns its entry. Nil if its beginning is not in the trace.
  mutating func end(_ record: TraceRecord) -> Entry? {
    record.isIndirect
      ? indirect.removeValue(forKey: record.subscription) : direct.removeValue(forKey: record.subscription)
  }

  /// Returns whether a delivery goes to a chain's place in a registry, not to the user's handler at the end of the
  /// chain.
  func isIndirect(delivery record: TraceRecord) -> Bool {
    record.registry != 0 && indirect[record.subscription] != nil
  }
}

extension UInt64 {
  /// Adds `other`, and stays at the maximum instead of overflowing, because counts in a damaged file can be anything.
  mutating func add(_ other: UInt64) {
    let (sum, overflow) = addingReportingOverflow(other)
    self = overflow ? .max : sum
  }
}
