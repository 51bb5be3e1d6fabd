public import SwitchboardBroadcast

extension EventBus {
  /// Begins a subscription to events of exactly this type. See ``EventSelection``.
  @inlinable
  public func on<E: Event>(_ type: E.Type) -> EventSelection<E> { EventSelection(core, isSupertype: false) }

  /// Begins a subscription to events of any type that can be cast to `type`, which is a class or a protocol. A class
  /// includes its derived classes.
  ///
  /// The bus tries the cast once for each type of event. It keeps the result until a supertype gets its first
  /// subscription or loses its last subscription. Within one priority, subscribers of the event's own type come before
  /// subscribers of supertypes. Supertypes come in the order in which they were first subscribed to. While the bus has
  /// a subscription to a supertype, dispatches of every type take longer, and allocate. Source: greenrobot's event
  /// inheritance, Akka's cache.
  public func on<Supertype: Sendable>(any type: Supertype.Type) -> EventSelection<Supertype> {
    EventSelection(core, isSupertype: true)
  }

  /// Calls `handler` with each event of a type, inside the dispatch. The subscription lasts until it is disposed or the
  /// bus is deallocated. Dropping the returned subscription does not end it. For more options, see ``on(_:)``.
  ///
  /// - Parameters:
  ///   - subtype: Selects only events of this subtype. See ``EventSelection/subtype(_:)``.
  ///   - priority: Subscribers of higher priorities receive an event first.
  ///   - bag: Ends the subscription when the bag is disposed.
  @inlinable @discardableResult
  public func subscribe<E: Event>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, into bag: CompositeDisposable? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line, _ handler: @escaping @Sendable (E) -> Void
  ) -> Subscription {
    selection(type, subtype, priority, bag).next(fileID: fileID, line: line, handler)
  }

  /// Calls `handler` with `owner` and each event of a type, until `owner` is deallocated. The subscription does not
  /// keep `owner` alive.
  ///
  /// If `owner` has a `Lifetime`, the subscription ends before the last release of `owner` returns (promise R10). For
  /// any other owner, the subscription ends at the next event after the owner's deallocation, at the bus's next
  /// ``census``, or when enough later owners of this kind have been added.
  ///
  /// If `owner` is already being deallocated, for example because its deinit makes this call, the returned subscription
  /// has ended and receives nothing.
  @inlinable @discardableResult
  public func subscribe<E: Event, Owner: AnyObject & Sendable>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, owner: Owner, fileID: StaticString = #fileID,
    line: UInt32 = #line, _ handler: @escaping @Sendable (Owner, E) -> Void
  ) -> Subscription {
    guard let bag = core.bag(of: owner) else { return .ended }
    let subscription = selection(type, subtype, priority, bag).next(fileID: fileID, line: line) {
      [weak owner, weak bag] event in
      // An owner without a `Lifetime` does not report its deallocation, so the next event ends the subscription.
      if let owner { handler(owner, event) } else { bag?.dispose() }
    }
    BusProbe.owned(subscription.node, by: owner)
    return subscription
  }

  @inlinable
  func selection<E: Event>(
    _ type: E.Type, _ subtype: String?, _ priority: Int, _ bag: CompositeDisposable?
  ) -> EventSelection<E> {
    var selection = on(type)
    selection.bag = bag
    if let subtype { selection.subtypes = [subtype] }
    selection.priority = priority
    return selection
  }
}

extension BusCore {
  /// Returns the bag that is disposed when `owner` ends, or nil if `owner` is already being deallocated.
  @usableFromInline
  func bag(of owner: any AnyObject & Sendable) -> CompositeDisposable? { swept.bag(of: owner) }
}
