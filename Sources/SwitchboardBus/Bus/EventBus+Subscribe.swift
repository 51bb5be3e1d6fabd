public import SwitchboardBroadcast

extension EventBus {
  /// Begins a subscription to events of a type: of just this type. See ``EventSelection``.
  @inlinable
  public func on<E: Event>(_ type: E.Type) -> EventSelection<E> { EventSelection(core, isWide: false) }

  /// Begins a subscription to events of any type that can be cast to `type`: a class, with those derived from it, or a protocol.
  ///
  /// Which types those are is found out once for each, and kept until the next such subscription comes or the last goes. Subscribers of the type itself come
  /// before these, and among these those whose type was first subscribed to. While somebody subscribes so, dispatches of every type take longer,
  /// and allocate. Source: greenrobot's event inheritance, Akka's cache.
  public func on<Supertype: Sendable>(any type: Supertype.Type) -> EventSelection<Supertype> {
    EventSelection(core, isWide: true)
  }

  /// Calls `handler` with each event of a type, inside the dispatch. Lasts until it is disposed, or the bus goes; dropping the handle ends nothing.
  /// For more, see ``on(_:)``.
  @inlinable @discardableResult
  public func subscribe<E: Event>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (E) -> Void
  ) -> Subscription {
    selection(type, subtype, priority).next(fileID: fileID, line: line, handler)
  }

  /// The same on the main actor. See ``EventSelection/next(on:fileID:line:_:)``.
  @discardableResult
  public func subscribe<E: Event>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, on mainActor: MainActor.Type,
    fileID: StaticString = #fileID, line: UInt32 = #line, _ handler: @escaping @MainActor @Sendable (E) -> Void
  ) -> Subscription {
    selection(type, subtype, priority).next(on: mainActor, fileID: fileID, line: line, handler)
  }

  /// Calls `handler` with `owner` and each event of a type, for as long as `owner` lives, which this does not keep alive.
  ///
  /// An owner with a `Lifetime` ends the subscription when it dies, before its last release returns (R10). For any other it ends at the next
  /// event after the owner's death, at the bus's next ``census``, or when enough later owners of this kind have come.
  ///
  /// If the owner is going away already (this is called from its deinit), nothing is subscribed to: the subscription returned has ended.
  @inlinable @discardableResult
  public func subscribe<E: Event, Owner: AnyObject & Sendable>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, owner: Owner, fileID: StaticString = #fileID,
    line: UInt32 = #line, _ handler: @escaping @Sendable (Owner, E) -> Void
  ) -> Subscription {
    guard let bag = core.bag(of: owner) else { return .ended }
    var selection = selection(type, subtype, priority)
    selection.bag = bag
    let subscription = selection.next(fileID: fileID, line: line) { [weak owner, weak bag] event in
      // A dead owner without a lifetime is found here.
      if let owner { handler(owner, event) } else { bag?.dispose() }
    }
    BusProbe.owned(subscription, by: owner)
    return subscription
  }

  /// The same on the main actor: for the owners that live there.
  @discardableResult
  public func subscribe<E: Event, Owner: AnyObject & Sendable>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, owner: Owner, on mainActor: MainActor.Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @MainActor @Sendable (Owner, E) -> Void
  ) -> Subscription {
    guard let bag = core.bag(of: owner) else { return .ended }
    var selection = selection(type, subtype, priority)
    selection.bag = bag
    let subscription = selection.next(on: mainActor, fileID: fileID, line: line) { [weak owner, weak bag] event in
      if let owner { handler(owner, event) } else { bag?.dispose() }
    }
    BusProbe.owned(subscription, by: owner)
    return subscription
  }

  @inlinable
  func selection<E: Event>(_ type: E.Type, _ subtype: String?, _ priority: Int) -> EventSelection<E> {
    var selection = on(type)
    if let subtype { selection.subtypes = [subtype] }
    selection.level = priority
    return selection
  }
}

extension BusCore {
  /// What ends when `owner` does. Nil if it is going away already.
  @usableFromInline
  func bag(of owner: any AnyObject & Sendable) -> CompositeDisposable? { swept.bag(of: owner) }
}
