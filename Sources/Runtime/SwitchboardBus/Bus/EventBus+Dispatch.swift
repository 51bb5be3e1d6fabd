public import SwitchboardBroadcast

extension EventBus {
  /// Delivers `event` to the subscribers of its type, on this thread, and returns after the last handler (promise R7).
  ///
  /// The fast path applies if all subscribers have one priority, no subscriber wants subtypes, supertypes or the
  /// delivery itself, and every owner has a `Lifetime`. The fast path also applies if there is no subscriber at all.
  ///
  /// - Parameter event: The event. Its type at run time counts.
  /// - Returns: Whether the event had a subscriber. If it had none, a ``DeadEvent`` is dispatched. A subscription whose
  ///   owner has been deallocated is no subscriber.
  @inlinable @discardableResult
  public func dispatch<E: Event>(_ event: E, fileID: StaticString = #fileID, line: UInt32 = #line) -> Bool {
    if Swift.type(of: event) == E.self {
      switch unsafe core.fastAudience(of: E.self) {
      case .list(let owner, let list):
        let isReached = unsafe list._withUnsafeGuaranteedRef { list in
          guard list.broadcaster.hasSubscribers else { return false }
          list.broadcaster.dispatch(event, fileID: fileID, line: line)
          return true
        }
        keepAlive(owner)
        if isReached { return true }
      case .none: if core.isUnheard(DeadEvent.self) { return false }
      case .other: break
      }
    }
    return dispatch(event, reaching: .bus, fileID: fileID, line: line)
  }

  /// Delivers `event` on this bus and, depending on `reach`, on its parent buses. See ``EventReach``.
  ///
  /// - Parameter reach: The buses that deliver the event: this bus only, or its parents too.
  @inlinable @discardableResult
  public func dispatch<E: Event>(
    _ event: E, reaching reach: EventReach, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Bool {
    var frame = DispatchFrame()
    unsafe dispatch(event, reach, &frame, fileID, line)
    if frame.isReached { return true }
    dispatchDeadEvent(for: event, reach, fileID, line)
    return false
  }

  @inlinable
  func dispatch<E: Event>(
    _ event: E, _ reach: EventReach, _ frame: UnsafeMutablePointer<DispatchFrame>, _ fileID: StaticString,
    _ line: UInt32
  ) {
    if Swift.type(of: event) != E.self { return unsafe redirect(event, reach, frame, fileID, line) }
    unsafe dispatchExact(event, reach, frame, fileID, line)
  }

  /// Dispatches an event whose own type is `E`, on the buses that `reach` names.
  @inlinable
  func dispatchExact<E: Event>(
    _ event: E, _ reach: EventReach, _ frame: UnsafeMutablePointer<DispatchFrame>, _ fileID: StaticString,
    _ line: UInt32
  ) {
    let outer = Probe.dispatchBegan()
    unsafe DispatchFrame.enter(frame) {
      unsafe core.deliver(event, frame, fileID: fileID, line: line)
      if reach == .bus { return }
      var bus = parent
      while let next = bus, unsafe !frame.pointee.isCancelled, unsafe reach == .chain || !frame.pointee.isReached {
        unsafe next.core.deliver(event, frame, fileID: fileID, line: line)
        bus = next.parent
      }
    }
    Probe.dispatchEnded(outer)
  }

  /// Dispatches an object of a class derived from the class that the caller knows.
  @usableFromInline @inline(never)
  func redirect(
    _ event: any Event, _ reach: EventReach, _ frame: UnsafeMutablePointer<DispatchFrame>, _ fileID: StaticString,
    _ line: UInt32
  ) {
    func go<Exact: Event>(_: Exact.Type) {
      if let exact = event as? Exact { unsafe dispatchExact(exact, reach, frame, fileID, line) }
    }
    go(exactType(of: event))
  }

  /// Dispatches a ``DeadEvent`` for an event without a subscriber.
  @usableFromInline @inline(never)
  func dispatchDeadEvent<E: Event>(for event: E, _ reach: EventReach, _ fileID: StaticString, _ line: UInt32) {
    if E.self == DeadEvent.self { return }
    var frame = DispatchFrame()
    unsafe dispatch(DeadEvent(event), reach, &frame, fileID, line)
  }
}

// The fast path is here, beside its only caller.

/// The audience of the events of one type.
@unsafe @usableFromInline
enum FastAudience<E: Event>: Sendable {
  /// No subscription.
  case none
  /// The priority list of the type: there is only one, and no subscriber wants subtypes or supertypes, or needs a
  /// frame. The first object keeps the list alive.
  case list(PriorityLists, Unmanaged<PriorityList<E>>)
  case other
}

extension BusCore {
  /// Returns the audience of the events of a type, as far as the fast path can reach it.
  @inlinable @inline(__always)
  func fastAudience<E: Event>(of type: E.Type) -> FastAudience<E> {
    let hash = Self.hash(of: type)
    return unsafe withTable(hash) { table in
      if table.hasSupertypes { return unsafe .other }
      guard let topic = unsafe table.topic(of: type, hash: hash) else { return unsafe .none }
      return unsafe topic._withUnsafeGuaranteedRef { topic in
        guard topic.subtypeCount | topic.framed == 0, let lists = topic.lists, let only = unsafe lists.only else {
          return unsafe .other
        }
        // Sound: the topic of `E` has only lists of this class.
        return unsafe .list(lists, Unmanaged.fromOpaque(only.toOpaque()))
      }
    }
  }

  /// Returns whether no subscription can take an event of this type.
  @usableFromInline
  func isUnheard<E: Event>(_: E.Type) -> Bool {
    if case .none = unsafe fastAudience(of: E.self) { return true }
    return false
  }
}
