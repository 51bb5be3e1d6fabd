public import SwitchboardBroadcast

extension EventBus {
  /// Delivers `event` to the subscribers of its type, on this thread, and returns after the last handler (promise R7).
  ///
  /// The fast path applies if all subscribers have one priority and no subscriber wants subtypes, supertypes or the
  /// delivery itself.
  ///
  /// - Returns: Whether the event had a subscriber. If it had none, a ``DeadEvent`` is dispatched.
  @inlinable @discardableResult
  public func dispatch<E: Event>(_ event: E, fileID: StaticString = #fileID, line: UInt32 = #line) -> Bool {
    if Swift.type(of: event) == E.self, let levels = core.simpleLevels(of: E.self) {
      let isReached = levels.only._withUnsafeGuaranteedRef { level in
        guard level.broadcaster.hasSubscribers else { return false }
        level.broadcaster.dispatch(event, fileID: fileID, line: line)
        return true
      }
      if isReached { return true }
    }
    return dispatch(event, reaching: .bus, fileID: fileID, line: line)
  }

  /// Delivers `event` on this bus and, depending on `reach`, on its parent buses. See ``EventReach``.
  @inlinable @discardableResult
  public func dispatch<E: Event>(
    _ event: E, reaching reach: EventReach, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Bool {
    var frame = DispatchFrame()
    dispatch(event, reach, &frame, fileID, line)
    if frame.isReached { return true }
    mourn(event, reach, fileID, line)
    return false
  }

  @inlinable
  func dispatch<E: Event>(
    _ event: E, _ reach: EventReach, _ frame: UnsafeMutablePointer<DispatchFrame>, _ fileID: StaticString,
    _ line: UInt32
  ) {
    if Swift.type(of: event) != E.self { return redirect(event, reach, frame, fileID, line) }
    dispatchExact(event, reach, frame, fileID, line)
  }

  /// Dispatches an event whose own type is `E`, on the buses that `reach` names.
  @inlinable
  func dispatchExact<E: Event>(
    _ event: E, _ reach: EventReach, _ frame: UnsafeMutablePointer<DispatchFrame>, _ fileID: StaticString,
    _ line: UInt32
  ) {
    DispatchFrame.enter(frame) {
      core.deliver(event, frame, fileID: fileID, line: line)
      if reach == .bus { return }
      var bus = parent
      while let next = bus, !frame.pointee.isCancelled, reach == .chain || !frame.pointee.isReached {
        next.core.deliver(event, frame, fileID: fileID, line: line)
        bus = next.parent
      }
    }
  }

  /// Dispatches an object of a class derived from the class that the caller knows.
  @usableFromInline @inline(never)
  func redirect(
    _ event: any Event, _ reach: EventReach, _ frame: UnsafeMutablePointer<DispatchFrame>, _ fileID: StaticString,
    _ line: UInt32
  ) {
    func go<Exact: Event>(_: Exact.Type) {
      if let exact = event as? Exact { dispatchExact(exact, reach, frame, fileID, line) }
    }
    go(exactType(of: event))
  }

  /// Dispatches a ``DeadEvent`` for an event without a subscriber.
  @usableFromInline @inline(never)
  func mourn<E: Event>(_ event: E, _ reach: EventReach, _ fileID: StaticString, _ line: UInt32) {
    if E.self == DeadEvent.self { return }
    var frame = DispatchFrame()
    dispatch(DeadEvent(event), reach, &frame, fileID, line)
  }
}

extension BusCore {
  /// Returns the levels of a type if there is only one level, and no subscriber wants subtypes, supertypes or the
  /// delivery.
  @inlinable @inline(__always)
  func simpleLevels<E>(of type: E.Type) -> Levels<E>.Single? {
    let hash = Self.hash(of: type)
    return withTable(hash) { table in
      if table.hasWide { return nil }
      return table.channel(of: type, hash: hash)?._withUnsafeGuaranteedRef { channel in
        if channel.narrow | channel.borrowers != 0 { return nil }
        return Levels.Single(channel.levels)
      }
    }
  }

  /// Delivers to the audience by priority. Within one priority, subscribers of the subtype come first, then subscribers
  /// of the type, then subscribers of supertypes.
  @inlinable @inline(never)
  func deliver<E: Event>(
    _ event: E, _ frame: UnsafeMutablePointer<DispatchFrame>, fileID: StaticString, line: UInt32
  ) {
    let audience = audience(of: event)
    if audience.isEmpty { return }
    var last: Int?
    while !frame.pointee.isCancelled, let priority = audience.priority(below: last) {
      if let level = audience.narrow?.level(at: priority) {
        level.deliver(event, frame, fileID: fileID, line: line)
      }
      if let level = audience.type?.level(at: priority) { level.deliver(event, frame, fileID: fileID, line: line) }
      for other in audience.wide { other.deliver(event, at: priority, frame, fileID: fileID, line: line) }
      last = priority
    }
  }

  /// Returns the levels that `event` reaches now.
  @inlinable
  func audience<E: Event>(of event: E) -> Audience<E> {
    let hash = Self.hash(of: E.self)
    let (levels, hasNarrow, hasWide) = withTable(hash) { table -> (Levels<E>?, Bool, Bool) in
      let channel = table.channel(of: E.self, hash: hash)
      return channel?._withUnsafeGuaranteedRef { ($0.levels, $0.narrow > 0, table.hasWide) } ?? (
        nil, false, table.hasWide
      )
    }
    var audience = Audience<E>(type: levels)
    if hasNarrow, let subtype = event.subtype {
      let hash = Self.hash(of: E.self, subtype)
      audience.narrow = withTable(hash) { table in
        table.channel(of: E.self, subtype, hash: hash)?._withUnsafeGuaranteedRef { $0.levels }
      }
    }
    if hasWide { audience.wide = wideAudience(event) }
    return audience
  }
}

/// The levels that one event may reach.
@usableFromInline
struct Audience<E: Event> {
  @usableFromInline var narrow: Levels<E>?
  @usableFromInline var type: Levels<E>?
  @usableFromInline var wide: [AnyAudience] = []

  @inlinable init(type: Levels<E>?) { self.type = type }

  @inlinable var isEmpty: Bool { narrow == nil && type == nil && wide.isEmpty }

  /// Returns the highest priority that is lower than `limit`, or the highest priority of all if `limit` is nil.
  @inlinable
  func priority(below limit: Int?) -> Int? {
    var highest = AnyAudience.higher(narrow?.highest(below: limit), type?.highest(below: limit))
    for other in wide { highest = AnyAudience.higher(highest, other.priority(below: limit)) }
    return highest
  }
}

extension Levels {
  /// The only level of a list. `owner` is the list, which keeps the level alive.
  @usableFromInline
  struct Single: @unchecked Sendable {
    // Sound: both properties are constant.
    @usableFromInline let owner: Levels
    @usableFromInline let only: Unmanaged<Level<Value>>

    @inlinable @inline(__always)
    init?(_ levels: Levels?) {
      guard let levels, let only = levels.only else { return nil }
      (owner, self.only) = (levels, only)
    }
  }
}
