public import SwitchboardBroadcast
import SwitchboardSignals

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
  ///   - replay: Whether `onNext` receives the present value first. No value is missed or received twice (promise R8).
  ///   - bag: Ends the subscription when the bag is disposed. The subscription leaves the bag when the subscription
  ///     ends.
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
  @inlinable @discardableResult
  public func subscribe<Value, Owner: AnyObject & Sendable>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, owner: Owner, fileID: StaticString = #fileID,
    line: UInt32 = #line, onNext: @escaping @Sendable (Owner, Value) -> Void,
    onCompleted: (@Sendable (Owner) -> Void)? = nil
  ) -> Subscription {
    guard let bag = core.bag(of: owner) else { return .ended }
    let subscription = subscribe(key, for: owner, bag, replay, fileID, line, onNext, onCompleted)
    BoardProbe.owned(subscription.node, by: owner)
    return subscription
  }

  @inlinable
  func subscribe<Value, Owner: AnyObject & Sendable>(
    _ key: BoardKey<Value>, for owner: Owner, _ bag: CompositeDisposable, _ replay: BoardReplay,
    _ fileID: StaticString, _ line: UInt32, _ onNext: @escaping @Sendable (Owner, Value) -> Void,
    _ onCompleted: (@Sendable (Owner) -> Void)?
  ) -> Subscription {
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

extension Feed {
  /// Adds a subscriber that has already been announced to traces.
  @inlinable
  func admit(_ subscriber: BoardSubscriber<Value>, _ replay: BoardReplay) {
    switch replay {
    case .none: broadcaster.admit(subscriber)
    case .latest:
      let latest = self.replay
      broadcaster.admit(subscriber) { subscriber in
        BoardProbe.replayed(to: subscriber)
        if let value = latest.value { subscriber.deliver(.set(value)) } else { subscriber.deliver(.removed) }
      }
    }
  }
}

extension BoardCore {
  /// Returns the bag that is disposed when `owner` ends, or nil if `owner` is already being deallocated.
  @usableFromInline
  func bag(of owner: any AnyObject & Sendable) -> CompositeDisposable? { swept.bag(of: owner) }
}
