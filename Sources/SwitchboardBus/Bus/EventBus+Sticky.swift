import SwitchboardBroadcast

extension EventBus {
  /// Dispatches `event`, and keeps it, in place of the one of its type and subtype that was kept before: who subscribes later with
  /// ``EventSelection/sticky()`` gets it first. It is kept before it is delivered. Source: greenrobot postSticky.
  ///
  /// - Returns: Whether somebody was there for it.
  @discardableResult
  public func dispatchSticky<E: Event>(_ event: E, fileID: StaticString = #fileID, line: UInt32 = #line) -> Bool {
    let key = StickyEvents.Key(type: ObjectIdentifier(Swift.type(of: event)), subtype: event.subtype)
    let (sequence, old) = core.sticky.withLock { $0.put(event, key) }
    withExtendedLifetime(old) {}
    // Not before: who subscribed and looked for sticky events in between would get this one neither way.
    var frame = DispatchFrame()
    frame.sequence = sequence
    dispatch(event, .bus, &frame, fileID, line)
    return frame.isReached
  }

  /// The last event of a type that was dispatched sticky, whatever its subtype. O(sticky events).
  public func stickyEvent<E: Event>(_ type: E.Type) -> E? {
    core.stickyEntries { $0.type == ObjectIdentifier(type) }.last?.event as? E
  }

  /// The sticky event of a type and subtype; nil is the subtype of events that have none. O(1).
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

  /// Removes those of a type, whatever their subtypes. O(sticky events).
  public func removeStickyEvents<E: Event>(of type: E.Type) {
    for entry in core.stickyEntries(where: { $0.type == ObjectIdentifier(type) }) {
      removeStickyEvent(type, subtype: entry.subtype)
    }
  }

  /// Removes them all.
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

  /// Gives the places of one subscription, which have been admitted and get no sticky events yet, those that there are; from then on they
  /// get what comes (R8).
  ///
  /// What was kept before the look under the lock is replayed, if it is still the last of its kind, and a dispatch of it that is on
  /// its way passes over these places. What is kept afterwards is dispatched afterwards, and finds them.
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
    if place.isWide { return true }
    return entry.type == ObjectIdentifier(Value.self)
      && (place.type == nil || place.channel.subtype == entry.subtype)
  }
}
