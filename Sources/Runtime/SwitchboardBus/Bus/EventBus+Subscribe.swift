public import SwitchboardBroadcast
public import SwitchboardSignals

extension EventBus {
  /// Begins a subscription to events of exactly this type. See ``EventSelection``.
  ///
  /// - Parameter type: The type of the events. Derived classes do not count; see ``on(any:)``.
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
  ///
  /// - Parameter type: A class or a protocol, such as `(any Loggable).self`.
  public func on<Supertype: Sendable>(any type: Supertype.Type) -> EventSelection<Supertype> {
    EventSelection(core, isSupertype: true)
  }

  /// Calls `handler` with each event of a type, inside the dispatch. The subscription lasts until it is disposed or the
  /// bus is deallocated. Dropping the returned subscription does not end it. For more options, see ``on(_:)``.
  ///
  /// - Parameters:
  ///   - type: The type of the events, exactly.
  ///   - subtype: Selects only events of this subtype. See ``EventSelection/subtype(_:)``.
  ///   - priority: Subscribers of higher priorities receive an event first.
  ///   - bag: Ends the subscription when the bag is disposed.
  ///   - handler: Called with each event, on the dispatching thread.
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
  /// any other owner, the subscription ends at the next event after the owner's deallocation, which does not reach it,
  /// at the bus's next ``census``, or when enough later owners of this kind have been added.
  ///
  /// If `owner` is already being deallocated, for example because its deinit makes this call, the returned subscription
  /// has ended and receives nothing.
  ///
  /// - Parameters:
  ///   - owner: The object that the handler receives, held weakly.
  ///   - handler: Called with the owner and each event, on the dispatching thread.
  @inlinable @discardableResult
  public func subscribe<E: Event, Owner: AnyObject & Sendable>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, owner: Owner, fileID: StaticString = #fileID,
    line: UInt32 = #line, _ handler: @escaping @Sendable (Owner, E) -> Void
  ) -> Subscription {
    selection(type, subtype, priority, nil).next(owner: owner, fileID, line, handler)
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

// The forms whose handlers run on the main actor, on a scheduler or on an actor.

extension EventBus {
  /// Calls `handler` on the main actor with each event of a type. See `EventSelection.next(on:fileID:line:_:)` and
  /// ``subscribe(_:subtype:priority:into:fileID:line:_:)``.
  ///
  /// - Parameters:
  ///   - mainActor: `MainActor.self`, where the handler runs.
  ///   - handler: Called on the main actor with each event.
  @discardableResult
  public func subscribe<E: Event>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, into bag: CompositeDisposable? = nil,
    on mainActor: MainActor.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @MainActor @Sendable (E) -> Void
  ) -> Subscription {
    selection(type, subtype, priority, bag).next(on: mainActor, fileID: fileID, line: line, handler)
  }

  /// Calls `handler` on the main actor with `owner` and each event of a type, until `owner` is deallocated. The form
  /// for classes that live on the main actor. See ``subscribe(_:subtype:priority:owner:fileID:line:_:)``.
  ///
  /// - Parameters:
  ///   - mainActor: `MainActor.self`, where the handler runs.
  ///   - handler: Called on the main actor with the owner and each event.
  @discardableResult
  public func subscribe<E: Event, Owner: AnyObject & Sendable>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, owner: Owner, on mainActor: MainActor.Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @MainActor @Sendable (Owner, E) -> Void
  ) -> Subscription {
    selection(type, subtype, priority, nil).scheduler(.main).next(owner: owner, fileID, line) { owner, event in
      MainActor.assumeIsolated { handler(owner, event) }
    }
  }

  /// Calls `handler` on `scheduler` with each event of a type. See `EventSelection.next(on:fileID:line:_:)` and
  /// ``subscribe(_:subtype:priority:into:fileID:line:_:)``.
  ///
  /// - Parameters:
  ///   - scheduler: Where the handler runs, with one event at a time.
  ///   - handler: Called on `scheduler` with each event.
  @discardableResult
  public func subscribe<E: Event>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, into bag: CompositeDisposable? = nil,
    on scheduler: Scheduler, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (E) -> Void
  ) -> Subscription {
    selection(type, subtype, priority, bag).next(on: scheduler, fileID: fileID, line: line, handler)
  }

  /// Calls `handler` on `scheduler` with `owner` and each event of a type, until `owner` is deallocated. See
  /// ``subscribe(_:subtype:priority:owner:fileID:line:_:)``.
  ///
  /// - Parameters:
  ///   - scheduler: Where the handler runs, with one event at a time.
  ///   - handler: Called on `scheduler` with the owner and each event.
  @discardableResult
  public func subscribe<E: Event, Owner: AnyObject & Sendable>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, owner: Owner, on scheduler: Scheduler,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (Owner, E) -> Void
  ) -> Subscription {
    selection(type, subtype, priority, nil).scheduler(scheduler).next(owner: owner, fileID, line, handler)
  }

  /// Calls `handler` on `actor` with each event of a type, until `actor` is deallocated. See
  /// `EventSelection.next(on:fileID:line:_:)` and ``subscribe(_:subtype:priority:into:fileID:line:_:)``.
  ///
  /// - Parameters:
  ///   - actor: Where the handler runs. It receives the actor, isolated.
  ///   - handler: Called on `actor` with each event.
  @discardableResult
  public func subscribe<E: Event, Isolation: Actor>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, into bag: CompositeDisposable? = nil,
    on actor: Isolation, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (isolated Isolation, E) -> Void
  ) -> Subscription {
    selection(type, subtype, priority, bag).next(on: actor, fileID: fileID, line: line, handler)
  }

  /// Calls `handler` on `actor` with `owner` and each event of a type, until `owner` or `actor` is deallocated. See
  /// ``subscribe(_:subtype:priority:owner:fileID:line:_:)``.
  ///
  /// - Parameters:
  ///   - actor: Where the handler runs. It receives the actor, isolated.
  ///   - handler: Called on `actor` with the owner and each event.
  @discardableResult
  public func subscribe<E: Event, Owner: AnyObject & Sendable, Isolation: Actor>(
    _ type: E.Type, subtype: String? = nil, priority: Int = 0, owner: Owner, on actor: Isolation,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (isolated Isolation, Owner, E) -> Void
  ) -> Subscription {
    selection(type, subtype, priority, nil).subscription(boundTo: owner) { bound in
      bound.next(on: actor, fileID: fileID, line: line) { [weak owner] actor, event in
        if let owner { handler(actor, owner, event) }
      }
    }
  }
}
