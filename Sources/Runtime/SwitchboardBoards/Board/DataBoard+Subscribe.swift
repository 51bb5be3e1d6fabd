public import SwitchboardBroadcast
public import SwitchboardSignals

extension DataBoard {
  /// Calls `onNext` with each value that is set for a key.
  ///
  /// Every call adds a separate subscription. The subscription lasts until it is disposed, the key's subscribers are
  /// removed, or the board is deallocated. Dropping the returned subscription does not end the subscription. Calls of
  /// `onNext` come one at a time, in the order in which the values are stored.
  ///
  /// Cost: one allocation in addition to the handler's context. The first subscriber of a key also makes the key's
  /// feed.
  ///
  /// - Parameters:
  ///   - key: The key to watch. With an empty name, the subscription has ended when it is returned.
  ///   - replay: Whether `onNext` receives the present value first. No value is missed or received twice (promise R8).
  ///   - bag: Ends the subscription when the bag is disposed. The subscription leaves the bag when the subscription
  ///     ends.
  ///   - onNext: Called with each value, on a thread that sets the key.
  ///   - onCompleted: Called when the subscription ends because the key's subscribers were removed or the board was
  ///     deallocated.
  @inlinable @discardableResult
  public func subscribe<Value>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, into bag: CompositeDisposable? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line, onNext: @escaping @Sendable (Value) -> Void,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    guard core.names(key, "subscribe", fileID, line), let (entry, feed) = core.pinFeed(key) else {
      onCompleted?()
      return .ended
    }
    let subscriber = BoardSubscriber(
      core, entry, feed, { change in if case .set(let value) = change { onNext(value) } }, onCompleted)
    feed.broadcaster.announce(subscriber, fileID: fileID, line: line)
    bag?.add(subscriber)
    feed.admit(subscriber, replay)
    return Subscription(subscriber)
  }

  /// Calls `onNext` with `owner` and each value that is set for a key, until `owner` is deallocated. The subscription
  /// does not keep `owner` alive.
  ///
  /// If `owner` has a `Lifetime`, the subscription ends before the last release of `owner` returns (promise R10). For
  /// any other owner, the subscription ends at the next value after the owner's deallocation, at the board's next
  /// ``census``, or when enough later owners of this kind have been added.
  ///
  /// If `owner` is already being deallocated, for example because its deinit makes this call, nothing is subscribed and
  /// the returned subscription has ended. See ``subscribe(_:replay:into:fileID:line:onNext:onCompleted:)``.
  ///
  /// - Parameters:
  ///   - owner: The object that the handlers receive, held weakly.
  ///   - onNext: Called with the owner and each value, on a thread that sets the key.
  @inlinable @discardableResult
  public func subscribe<Value, Owner: AnyObject & Sendable>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, owner: Owner, fileID: StaticString = #fileID,
    line: UInt32 = #line, onNext: @escaping @Sendable (Owner, Value) -> Void,
    onCompleted: (@Sendable (Owner) -> Void)? = nil
  ) -> Subscription {
    core.swept.subscription(boundTo: owner) { bag in
      var completed: (@Sendable () -> Void)?
      if let onCompleted { completed = { [weak owner] in if let owner { onCompleted(owner) } } }
      return subscribe(
        key, replay: replay, into: bag, fileID: fileID, line: line,
        onNext: { [weak owner, weak bag] value in
          // An owner without a `Lifetime` does not report its deallocation, so the next value ends the subscription.
          if let owner { onNext(owner, value) } else { bag?.dispose() }
        },
        onCompleted: completed)
    }
  }
}

// The forms whose handlers run on the main actor, on a scheduler or on an actor. Each is a subscription to
// `signal(for:replay:)`. The board keeps the bags of the owners, so that the board's census and removals find them.

extension DataBoard {
  /// Calls `onNext` on the main actor with each value that is set for a key. See
  /// ``subscribe(_:replay:into:fileID:line:onNext:onCompleted:)``.
  ///
  /// - Parameters:
  ///   - mainActor: `MainActor.self`, where the handlers run.
  ///   - onNext: Called on the main actor with each value.
  @discardableResult
  public func subscribe<Value>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, into bag: CompositeDisposable? = nil,
    on mainActor: MainActor.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @MainActor @Sendable (Value) -> Void, onCompleted: (@MainActor @Sendable () -> Void)? = nil
  ) -> Subscription {
    signal(for: key, replay: replay, fileID: fileID, line: line)
      .subscribe(into: bag, on: mainActor, fileID: fileID, line: line, onNext: onNext, onCompleted: onCompleted)
  }

  /// Calls `onNext` on the main actor with `owner` and each value that is set for a key, until `owner` is deallocated.
  /// The form for classes that live on the main actor. See
  /// ``subscribe(_:replay:owner:fileID:line:onNext:onCompleted:)``.
  ///
  /// - Parameters:
  ///   - mainActor: `MainActor.self`, where the handlers run.
  ///   - onNext: Called on the main actor with the owner and each value.
  @discardableResult
  public func subscribe<Value, Owner: AnyObject & Sendable>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, owner: Owner, on mainActor: MainActor.Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @MainActor @Sendable (Owner, Value) -> Void,
    onCompleted: (@MainActor @Sendable (Owner) -> Void)? = nil
  ) -> Subscription {
    var completed: (@Sendable (Owner) -> Void)?
    if let onCompleted { completed = { owner in MainActor.assumeIsolated { onCompleted(owner) } } }
    return subscribe(
      key, replay: replay, owner: owner, on: .main, fileID: fileID, line: line,
      onNext: { owner, value in MainActor.assumeIsolated { onNext(owner, value) } }, onCompleted: completed)
  }

  /// Calls `onNext` on `scheduler` with each value that is set for a key. See
  /// ``subscribe(_:replay:into:fileID:line:onNext:onCompleted:)``.
  ///
  /// - Parameters:
  ///   - scheduler: Where the handlers run, one at a time.
  ///   - onNext: Called on `scheduler` with each value.
  @discardableResult
  public func subscribe<Value>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, into bag: CompositeDisposable? = nil, on scheduler: Scheduler,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void, onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    signal(for: key, replay: replay, fileID: fileID, line: line)
      .subscribe(into: bag, on: scheduler, fileID: fileID, line: line, onNext: onNext, onCompleted: onCompleted)
  }

  /// Calls `onNext` on `scheduler` with `owner` and each value that is set for a key, until `owner` is deallocated. See
  /// ``subscribe(_:replay:owner:fileID:line:onNext:onCompleted:)``.
  ///
  /// - Parameters:
  ///   - scheduler: Where the handlers run, one at a time.
  ///   - onNext: Called on `scheduler` with the owner and each value.
  @discardableResult
  public func subscribe<Value, Owner: AnyObject & Sendable>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, owner: Owner, on scheduler: Scheduler,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Owner, Value) -> Void, onCompleted: (@Sendable (Owner) -> Void)? = nil
  ) -> Subscription {
    core.swept.subscription(boundTo: owner) { bag in
      signal(for: key, replay: replay, fileID: fileID, line: line).subscribe(
        into: bag, on: scheduler, fileID: fileID, line: line,
        onNext: { [weak owner, weak bag] value in
          if let owner { onNext(owner, value) } else { bag?.dispose() }
        },
        onCompleted: { [weak owner] in if let owner { onCompleted?(owner) } })
    }
  }

  /// Calls `onNext` on `actor` with each value that is set for a key, until `actor` is deallocated. See
  /// ``subscribe(_:replay:into:fileID:line:onNext:onCompleted:)``.
  ///
  /// - Parameters:
  ///   - actor: Where the handlers run. They receive the actor, isolated.
  ///   - onNext: Called on `actor` with each value.
  @discardableResult
  public func subscribe<Value, Isolation: Actor>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, into bag: CompositeDisposable? = nil, on actor: Isolation,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (isolated Isolation, Value) -> Void,
    onCompleted: (@Sendable (isolated Isolation) -> Void)? = nil
  ) -> Subscription {
    signal(for: key, replay: replay, fileID: fileID, line: line)
      .subscribe(into: bag, on: actor, fileID: fileID, line: line, onNext: onNext, onCompleted: onCompleted)
  }

  /// Calls `onNext` on `actor` with `owner` and each value that is set for a key, until `owner` or `actor` is
  /// deallocated. See ``subscribe(_:replay:owner:fileID:line:onNext:onCompleted:)``.
  ///
  /// - Parameters:
  ///   - actor: Where the handlers run. They receive the actor, isolated.
  ///   - onNext: Called on `actor` with the owner and each value.
  @discardableResult
  public func subscribe<Value, Owner: AnyObject & Sendable, Isolation: Actor>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, owner: Owner, on actor: Isolation,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (isolated Isolation, Owner, Value) -> Void,
    onCompleted: (@Sendable (isolated Isolation, Owner) -> Void)? = nil
  ) -> Subscription {
    core.swept.subscription(boundTo: owner) { bag in
      signal(for: key, replay: replay, fileID: fileID, line: line).subscribe(
        into: bag, on: actor, fileID: fileID, line: line,
        onNext: { [weak owner, weak bag] actor, value in
          if let owner { onNext(actor, owner, value) } else { bag?.dispose() }
        },
        onCompleted: { [weak owner] actor in if let owner { onCompleted?(actor, owner) } })
    }
  }
}

extension DataBoard {
  /// Ends the subscriptions of one key that were made with `owner:` for `owner`. If `owner` has a `Lifetime`, also ends
  /// its chains of operators that have a signal of the key among their sources.
  ///
  /// Cost: amortised O(subscriptions of `owner` and the key, plus the owner's operator chains that have several
  /// sources, run on a scheduler or an actor, or come from other signals than this board's). The first two calls for an
  /// owner look at all its disposables; the second makes an index if there are more than about 32.
  ///
  /// - Parameters:
  ///   - owner: The object that the subscriptions were made with.
  ///   - key: The key of the subscriptions.
  public func removeSubscribers<Value>(of owner: AnyObject, for key: BoardKey<Value>) {
    core.endSubscriptions(of: owner, for: key)
  }

  /// Ends all subscriptions of this board that were made with `owner:` for `owner`. If `owner` has a `Lifetime`, also
  /// ends its chains of operators that have a signal of this board among their sources. O(disposables bound to the
  /// owner).
  public func removeSubscribers(of owner: AnyObject) {
    guard let bag = core.swept.existingBag(of: owner) else { return }
    for member in bag.members { core.end(member) { _ in true } }
  }

  /// Ends all subscriptions of a key. Signals of the key complete. The value, the pauses and the handles of the key
  /// stay.
  ///
  /// - Parameter key: The key. All of its subscriptions end, also those that other modules made.
  public func removeSubscribers<Value>(for key: BoardKey<Value>) {
    core.complete(key, removing: false, fileID: "DataBoard.removeSubscribers", line: 0)
  }
}
