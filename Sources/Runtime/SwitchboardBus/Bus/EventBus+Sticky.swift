internal import SwitchboardBroadcast

extension EventBus {
  /// Dispatches `event`, and keeps it in place of the previous sticky event of its type and subtype. Later subscribers
  /// with ``EventSelection/sticky()`` receive `event` first. The bus keeps `event` before delivering it.
  ///
  /// Source: greenrobot postSticky.
  ///
  /// - Parameter event: The event to dispatch and to keep.
  /// - Returns: Whether the event had a subscriber.
  @discardableResult
  public func dispatchSticky<E: Event>(_ event: E, fileID: StaticString = #fileID, line: UInt32 = #line) -> Bool {
    let key = StickyEvents.Key(Swift.type(of: event), event.subtype)
    let sequence = core.keep(event, key, fileID, line)
    // The frame is made after the event is kept. Otherwise a subscription made in between would miss the event: it
    // would be too young for the audience, and would look for sticky events before this event is kept.
    var frame = DispatchFrame()
    frame.sequence = sequence
    unsafe dispatch(event, .bus, &frame, fileID, line)
    return frame.isReached
  }

  /// Returns the event of a type that was dispatched last as a sticky event, whatever its subtype. O(sticky events).
  ///
  /// - Parameter type: The type of the event, exactly.
  public func stickyEvent<E: Event>(_ type: E.Type) -> E? {
    core.stickyEntries(of: type).last?.event as? E
  }

  /// Returns the sticky event of a type and subtype. Events without a subtype have the subtype nil. O(1).
  ///
  /// - Parameters:
  ///   - type: The type of the event, exactly.
  ///   - subtype: The subtype of the event; nil for an event without one.
  public func stickyEvent<E: Event>(_ type: E.Type, subtype: String?) -> E? {
    core.sticky.withLock { $0.entries[StickyEvents.Key(type, subtype)] }?.event as? E
  }

  /// Removes the sticky event of a type and subtype, and returns it. O(1) amortised.
  ///
  /// - Parameters:
  ///   - type: The type of the event, exactly.
  ///   - subtype: The subtype of the event; nil for an event without one.
  @discardableResult
  public func removeStickyEvent<E: Event>(_ type: E.Type, subtype: String? = nil) -> E? {
    core.sticky.withLock { $0.remove(StickyEvents.Key(type, subtype)) }?.event as? E
  }

  /// Removes all sticky events of a type, whatever their subtypes. O(sticky events).
  ///
  /// - Parameter type: The type of the events, exactly.
  public func removeStickyEvents<E: Event>(of type: E.Type) {
    for entry in core.stickyEntries(of: type) { removeStickyEvent(type, subtype: entry.key.subtype) }
  }

  /// Removes all sticky events.
  public func removeAllStickyEvents() {
    let removed = core.sticky.withLock { $0.removeAll() }
    keepAlive(removed)
  }
}
