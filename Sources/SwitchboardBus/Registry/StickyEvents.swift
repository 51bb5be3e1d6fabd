/// The last sticky event of each type and subtype, numbered in the order of dispatch.
struct StickyEvents: Sendable {
  struct Entry: Sendable {
    let type: ObjectIdentifier
    let subtype: String?
    let sequence: UInt64
    let event: any Event
  }

  struct Key: Hashable, Sendable {
    let type: ObjectIdentifier
    let subtype: String?
  }

  /// The number of the last event that was added.
  private(set) var sequence: UInt64 = 0
  private(set) var entries: [Key: Entry] = [:]

  /// Adds an event. Returns its number and the event that it replaces.
  mutating func put(_ event: any Event, _ key: Key) -> (sequence: UInt64, old: Entry?) {
    sequence += 1
    let entry = Entry(type: key.type, subtype: key.subtype, sequence: sequence, event: event)
    return (sequence, entries.updateValue(entry, forKey: key))
  }

  mutating func remove(_ key: Key) -> Entry? {
    let removed = entries.removeValue(forKey: key)
    if entries.isEmpty {
      entries = [:]
    } else if entries.capacity > 4 * entries.count + 16 {
      let rest = entries
      entries = Dictionary(minimumCapacity: rest.count)
      entries.merge(rest) { $1 }
    }
    return removed
  }

  mutating func removeAll() -> [Key: Entry] {
    let old = entries
    entries = [:]
    return old
  }
}
