import SwitchboardBroadcast

extension EventBus {
  /// Dispatches `event`, and keeps it in place of the previous sticky event of its type and subtype. Later subscribers
  /// with ``EventSelection/sticky()`` receive `event` first. The bus keeps `event` before delivering it. Source:
  /// greenrobot postSticky.
  ///
  /// - Returns: Whether the event had a subscriber.
  @discardableResult
  public func dispatchSticky<E: Event>(_ event: E, fileID: StaticString = #fileID, line: UInt32 = #line) -> Bool {
    let key = StickyEvents.Key(type: ObjectIdentifier(Swift.type(of: event)), subtype: event.subtype)
    let (sequence, old) = core.sticky.withLock { $0.put(event, key) }
    withExtendedLifetime(old) {}
    // The frame is made after the event is kept. Otherwise a subscription made in between would miss the event: it
    // would be too young for the audience, and would look for sticky events before this event is kept.
    var frame = DispatchFrame()
    frame.sequence = sequence
    dispatch(event, .bus, &frame, fileID, line)
    return frame.isReached
  }

  /// Returns the event of a type that was dispatched last as a sticky event, whatever its subtype. O(sticky events).
  public func stickyEvent<E: Event>(_ type: E.Type) -> E? {
    core.stickyEntries { $0.type == ObjectIdentifier(type) }.last?.event as? E
  }

  /// Returns the sticky event of a type and subtype. Events without a subtype have the subtype nil. O(1).
  public func stickyEvent<E: Event>(_ type: E.Type, subtype: String?) -> E? {
    let key = StickyEvents.Key(type: ObjectIdentifier(type), subtype: subtype)
    return core.sticky.withLock { $0.entries[key] }?.event as? E
  }

  /// Removes the sticky event of a type and subtype, and returns it. O(1) amortised.
  @discardableResult
  public func removeStickyEvent<E: Event>(_ type: E.Type, subtype: String? = nil) -> E? {
    let key = StickyEvents.Key(type: ObjectIdentifier(type), subtype: subtype)
    return core.sticky.withLock { $0.remove(key) }?.event as? E
  }

  /// Removes all sticky events of a type, whatever their subtypes. O(sticky events).
  public func removeStickyEvents<E: Event>(of type: E.Type) {
    for entry in core.stickyEntries(where: { $0.type == ObjectIdentifier(type) }) {
      removeStickyEvent(type, subtype: entry.subtype)
    }
  }

  /// Removes all sticky events.
  public func removeAllStickyEvents() {
    let removed = core.sticky.withLock { $0.removeAll() }
    withExtendedLifetime(removed) {}
  }
}

extension BusCore {
  func stickyEntries(where isWanted: (StickyEvents.Entry) -> Bool) -> [StickyEvents.Entry] {
    let all = sticky.withLock { $0.entries }
    return all.values.filter(isWanted).sorted { $0.sequence < $1.sequence }
  }

  /// Replays the sticky events to the places of one subscription. The places have been admitted, but receive no sticky
  /// event from a dispatch before this call. Afterwards they receive later sticky events. The subscription misses no
  /// sticky event and receives none twice (promise R8).
  ///
  /// An event that was kept before the look under the lock is replayed, if it is still the last of its type and
  /// subtype. A dispatch of that event that is in progress skips these places. An event that is kept later is
  /// dispatched later, and its dispatch reaches these places.
  func replay<Value>(to parts: [BusSubscriber<Value>], _ handler: @Sendable (Value) -> Void) {
    let all = sticky.withLock { sticky in
      for part in parts { part.replayed.store(sticky.sequence, ordering: .releasing) }
      return sticky.entries
    }
    var frame = DispatchFrame(limit: .max)
    DispatchFrame.enter(&frame) {
      for entry in all.values.sorted(by: { $0.sequence < $1.sequence }) {
        for part in parts where !part.isDisposed && part.isFor(entry) {
          guard let event = entry.event as? Value, part.wants(event) else { continue }
          BusProbe.delivered(to: part)
          handler(event)
        }
      }
    }
  }
}

extension BusSubscriber {
  fileprivate func isFor(_ entry: StickyEvents.Entry) -> Bool {
    guard let place else { return false }
    if place.isSupertype { return true }
    return entry.type == ObjectIdentifier(Value.self)
      && (place.type == nil || place.channel.subtype == entry.subtype)
  }
}
