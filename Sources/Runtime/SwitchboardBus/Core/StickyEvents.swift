internal import SwitchboardBroadcast

/// The last sticky event of each type and subtype, numbered in the order of dispatch.
struct StickyEvents: Sendable {
  struct Key: Hashable, Sendable {
    let type: ObjectIdentifier
    let subtype: String?

    init(_ type: Any.Type, _ subtype: String?) { (self.type, self.subtype) = (ObjectIdentifier(type), subtype) }
  }

  struct Entry: Sendable {
    let key: Key
    let sequence: UInt64
    let event: any Event
    let made: Probe.Made
  }

  /// The number of the last event that was added.
  private(set) var sequence: UInt64 = 0
  private(set) var entries: [Key: Entry] = [:]

  /// Adds an event. Returns its number and the event that it replaces.
  mutating func put(_ event: any Event, _ key: Key, _ made: Probe.Made) -> (sequence: UInt64, old: Entry?) {
    sequence += 1
    return (sequence, entries.updateValue(Entry(key: key, sequence: sequence, event: event, made: made), forKey: key))
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

  /// Returns the wanted entries, in the order of their dispatch.
  func inOrder(where isWanted: (Entry) -> Bool) -> [Entry] {
    entries.values.filter(isWanted).sorted { $0.sequence < $1.sequence }
  }
}

extension BusCore {
  /// Keeps a sticky event and returns its number. Releases the event that it replaces, with no lock held.
  func keep(
    _ event: some Event, _ key: StickyEvents.Key, _ fileID: StaticString, _ line: UInt32
  ) -> UInt64 {
    var made = Probe.Made()
    Probe.wrote(&made, fileID, line)
    let (sequence, old) = sticky.withLock { $0.put(event, key, made) }
    keepAlive(old)
    return sequence
  }

  /// Returns the sticky events of a type, whatever their subtypes, in the order of their dispatch.
  func stickyEntries(of type: Any.Type) -> [StickyEvents.Entry] {
    let id = ObjectIdentifier(type)
    return sticky.withLock { $0 }.inOrder { $0.key.type == id }
  }

  /// Returns the number of sticky events that code of the leak check `scope` dispatched, by the number of the line.
  /// Ends the subscriptions of deallocated owners first.
  func stickyEvents(madeIn scope: UInt32) -> [UInt32: Int] {
    var counts: [UInt32: Int] = [:]
    #if Tracing
      swept.sweep()
      let entries = sticky.withLock { $0.entries }
      for entry in entries.values where Probe.isMade(entry.made, in: scope) { counts[entry.made.site, default: 0] += 1 }
    #endif
    return counts
  }

  /// Replays the sticky events to the places of one subscription. The places have been admitted, but receive no sticky
  /// event from a dispatch before this call. Afterwards they receive later sticky events. The subscription misses no
  /// sticky event and receives none twice (promise R8).
  ///
  /// An event that was kept before the look under the lock is replayed, if it is still the last of its type and
  /// subtype. A dispatch of that event that is in progress skips these places. An event that is kept later is
  /// dispatched later, and its dispatch reaches these places.
  ///
  /// - Parameter isSupertype: Whether `Value` is a supertype of the events. Otherwise a place is for the events of its
  ///   subtype, or for all if that is nil.
  func replay<Value>(
    to places: [(part: BusSubscriber<Value>, subtype: String?)], isSupertype: Bool,
    _ handler: @Sendable (Value) -> Void
  ) {
    let sticky = sticky.withLock { sticky in
      for place in places { place.part.replayed.store(sticky.sequence, ordering: .releasing) }
      return sticky
    }
    let type = ObjectIdentifier(Value.self)
    var frame = DispatchFrame(limit: .max)
    unsafe DispatchFrame.enter(&frame) {
      for entry in sticky.inOrder(where: { isSupertype || $0.key.type == type }) {
        for (part, subtype) in places where !part.isDisposed {
          guard isSupertype || subtype == nil || subtype == entry.key.subtype, let event = entry.event as? Value,
            part.meetsCondition(event)
          else { continue }
          Probe.reached(part)
          handler(event)
        }
      }
    }
  }
}
