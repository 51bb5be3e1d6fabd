public import SwitchboardBroadcast

extension EventBus {
  /// Delivers `event` to whoever has subscribed to its type, on this thread, and returns after the last handler (R7).
  ///
  /// The hot path: one priority, and nobody who wants subtypes, supertypes or the delivery itself.
  ///
  /// - Returns: Whether somebody was there for it. If nobody was, a ``DeadEvent`` is dispatched.
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

  /// The same, up the chain of parents. See ``EventReach``.
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

  /// Dispatches an event whose own type is `E`, up the chain that `reach` names.
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

  /// Dispatches an object of a class derived from the one that the caller knows.
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

  /// Says that nobody was there.
  @usableFromInline @inline(never)
  func mourn<E: Event>(_ event: E, _ reach: EventReach, _ fileID: StaticString, _ line: UInt32) {
    if E.self == DeadEvent.self { return }
    var frame = DispatchFrame()
    dispatch(DeadEvent(event), reach, &frame, fileID, line)
  }
}

extension BusCore {
  /// The levels of a type if there is just one, and nothing else to be looked after.
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

  /// Delivers to all who are part of the audience, in order: of each priority subtype, type, supertypes.
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

  /// Whom `event` may reach, as of now.
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

  /// The highest priority that is lower than `limit`; nil is the highest of all.
  @inlinable
  func priority(below limit: Int?) -> Int? {
    var highest = AnyAudience.higher(narrow?.highest(below: limit), type?.highest(below: limit))
    for other in wide { highest = AnyAudience.higher(highest, other.priority(below: limit)) }
    return highest
  }
}

extension Levels {
  /// The one level of a list, kept by the list.
  @usableFromInline
  struct Single: @unchecked Sendable {
    // Sound: both are constant.
    @usableFromInline let owner: Levels
    @usableFromInline let only: Unmanaged<Level<Value>>

    @inlinable @inline(__always)
    init?(_ levels: Levels?) {
      guard let levels, let only = levels.only else { return nil }
      (owner, self.only) = (levels, only)
    }
  }
}
