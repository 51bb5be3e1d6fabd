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
    if Swift.type(of: event) == E.self, let single = core.singleList(of: E.self) {
      let isReached = single.only._withUnsafeGuaranteedRef { list in
        guard list.broadcaster.hasSubscribers else { return false }
        list.broadcaster.dispatch(event, fileID: fileID, line: line)
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
    dispatchDeadEvent(for: event, reach, fileID, line)
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
  func dispatchDeadEvent<E: Event>(for event: E, _ reach: EventReach, _ fileID: StaticString, _ line: UInt32) {
    if E.self == DeadEvent.self { return }
    var frame = DispatchFrame()
    dispatch(DeadEvent(event), reach, &frame, fileID, line)
  }
}

extension BusCore {
  /// Returns the priority list of a type if there is only one, and no subscriber wants subtypes, supertypes or the
  /// delivery.
  @inlinable @inline(__always)
  func singleList<E>(of type: E.Type) -> PriorityLists<E>.Single? {
    let hash = Self.hash(of: type)
    return withTable(hash) { table in
      if table.hasSupertypes { return nil }
      return table.channel(of: type, hash: hash)?._withUnsafeGuaranteedRef { channel in
        if channel.subtypeCount | channel.borrowers != 0 { return nil }
        return PriorityLists.Single(channel.lists)
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
      if let list = audience.subtype?.list(at: priority) {
        list.deliver(event, frame, fileID: fileID, line: line)
      }
      if let list = audience.type?.list(at: priority) { list.deliver(event, frame, fileID: fileID, line: line) }
      for other in audience.supertypes { other.deliver(event, at: priority, frame, fileID: fileID, line: line) }
      last = priority
    }
  }

  /// Returns the priority lists that `event` reaches now.
  @inlinable
  func audience<E: Event>(of event: E) -> Audience<E> {
    let hash = Self.hash(of: E.self)
    let (lists, hasSubtypes, hasSupertypes) = withTable(hash) { table -> (PriorityLists<E>?, Bool, Bool) in
      let channel = table.channel(of: E.self, hash: hash)
      return channel?._withUnsafeGuaranteedRef { ($0.lists, $0.subtypeCount > 0, table.hasSupertypes) } ?? (
        nil, false, table.hasSupertypes
      )
    }
    var audience = Audience<E>(type: lists)
    if hasSubtypes, let subtype = event.subtype {
      let hash = Self.hash(of: E.self, subtype)
      audience.subtype = withTable(hash) { table in
        table.channel(of: E.self, subtype, hash: hash)?._withUnsafeGuaranteedRef { $0.lists }
      }
    }
    if hasSupertypes { audience.supertypes = supertypeAudience(event) }
    return audience
  }
}

/// The priority lists that one event may reach.
@usableFromInline
struct Audience<E: Event> {
  @usableFromInline var subtype: PriorityLists<E>?
  @usableFromInline var type: PriorityLists<E>?
  @usableFromInline var supertypes: [AnyAudience] = []

  @inlinable init(type: PriorityLists<E>?) { self.type = type }

  @inlinable var isEmpty: Bool { subtype == nil && type == nil && supertypes.isEmpty }

  /// Returns the highest priority that is lower than `limit`, or the highest priority of all if `limit` is nil.
  @inlinable
  func priority(below limit: Int?) -> Int? {
    var highest = AnyAudience.higher(subtype?.highest(below: limit), type?.highest(below: limit))
    for other in supertypes { highest = AnyAudience.higher(highest, other.priority(below: limit)) }
    return highest
  }
}

extension PriorityLists {
  /// The only priority list of a channel. `owner` keeps the list alive.
  @usableFromInline
  struct Single: @unchecked Sendable {
    // Sound: both properties are constant.
    @usableFromInline let owner: PriorityLists
    @usableFromInline let only: Unmanaged<PriorityList<Value>>

    @inlinable @inline(__always)
    init?(_ lists: PriorityLists?) {
      guard let lists, let only = lists.only else { return nil }
      (owner, self.only) = (lists, only)
    }
  }
}
