public import SwitchboardBroadcast
public import SwitchboardSignals

// The forms of `subscribe` whose handlers run on the main actor, on a scheduler or on an actor.

extension EventBus {
  /// Calls `handler` on the main actor with each event of a type. See ``EventSelection/next(on:fileID:line:_:)`` and
  /// ``subscribe(_:subtype:priority:into:fileID:line:_:)``.
  @discardableResult
  public func subscribe<E: Event>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, into bag: CompositeDisposable? = nil,
    on mainActor: MainActor.Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @MainActor @Sendable (E) -> Void
  ) -> Subscription {
    selection(type, subtype, priority, bag).next(on: mainActor, fileID: fileID, line: line, handler)
  }

  /// Calls `handler` on the main actor with `owner` and each event of a type, until `owner` is deallocated. The form
  /// for classes that live on the main actor. See ``subscribe(_:subtype:priority:owner:fileID:line:_:)``.
  @discardableResult
  public func subscribe<E: Event, Owner: AnyObject & Sendable>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, owner: Owner, on mainActor: MainActor.Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @MainActor @Sendable (Owner, E) -> Void
  ) -> Subscription {
    guard let bag = core.bag(of: owner) else { return .ended }
    let subscription = selection(type, subtype, priority, bag).next(on: mainActor, fileID: fileID, line: line) {
      [weak owner, weak bag] event in
      if let owner { handler(owner, event) } else { bag?.dispose() }
    }
    BusProbe.owned(subscription.node, by: owner)
    return subscription
  }

  /// Calls `handler` on `scheduler` with each event of a type. See ``EventSelection/next(on:fileID:line:_:)`` and
  /// ``subscribe(_:subtype:priority:into:fileID:line:_:)``.
  @discardableResult
  public func subscribe<E: Event>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, into bag: CompositeDisposable? = nil,
    on scheduler: Scheduler,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (E) -> Void
  ) -> Subscription {
    selection(type, subtype, priority, bag).next(on: scheduler, fileID: fileID, line: line, handler)
  }

  /// Calls `handler` on `scheduler` with `owner` and each event of a type, until `owner` is deallocated. See
  /// ``subscribe(_:subtype:priority:owner:fileID:line:_:)``.
  @discardableResult
  public func subscribe<E: Event, Owner: AnyObject & Sendable>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, owner: Owner, on scheduler: Scheduler,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (Owner, E) -> Void
  ) -> Subscription {
    guard let bag = core.bag(of: owner) else { return .ended }
    let subscription = selection(type, subtype, priority, bag).next(on: scheduler, fileID: fileID, line: line) {
      [weak owner, weak bag] event in
      if let owner { handler(owner, event) } else { bag?.dispose() }
    }
    BusProbe.owned(subscription.node, by: owner)
    return subscription
  }

  /// Calls `handler` on `actor` with each event of a type, until `actor` is deallocated. See
  /// ``EventSelection/next(on:fileID:line:_:)`` and ``subscribe(_:subtype:priority:into:fileID:line:_:)``.
  @discardableResult
  public func subscribe<E: Event, Isolation: Actor>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, into bag: CompositeDisposable? = nil,
    on actor: Isolation,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (isolated Isolation, E) -> Void
  ) -> Subscription {
    selection(type, subtype, priority, bag).next(on: actor, fileID: fileID, line: line, handler)
  }

  /// Calls `handler` on `actor` with `owner` and each event of a type, until `owner` or `actor` is deallocated. See
  /// ``subscribe(_:subtype:priority:owner:fileID:line:_:)``.
  @discardableResult
  public func subscribe<E: Event, Owner: AnyObject & Sendable, Isolation: Actor>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, owner: Owner, on actor: Isolation,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (isolated Isolation, Owner, E) -> Void
  ) -> Subscription {
    guard let bag = core.bag(of: owner) else { return .ended }
    let subscription = selection(type, subtype, priority, bag).next(on: actor, fileID: fileID, line: line) {
      [weak owner, weak bag] actor, event in
      if let owner { handler(actor, owner, event) } else { bag?.dispose() }
    }
    BusProbe.owned(subscription.node, by: owner)
    return subscription
  }
}
