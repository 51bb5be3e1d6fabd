public import SwitchboardBroadcast
import SwitchboardSignals

extension DataBoard {
  /// Calls `onNext` with each value that is set for a key.
  ///
  /// Every call adds a separate observation. The observation lasts until it is disposed, the key's observers are
  /// removed, or the board is deallocated. Dropping the returned subscription does not end the observation. Calls of
  /// `onNext` come one at a time, in the order in which the values are stored.
  ///
  /// Cost: one allocation in addition to the handler's context. The first observer of a key also makes the key's feed.
  ///
  /// - Parameters:
  ///   - replay: Whether `onNext` receives the present value first. No value is missed or received twice (promise R8).
  ///   - bag: Ends the observation when the bag is disposed. The observation leaves the bag when the observation ends.
  ///   - onCompleted: Called when the observation ends because the key's observers were removed or the board was
  ///     deallocated.
  @inlinable @discardableResult
  public func observe<Value>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, into bag: CompositeDisposable? = nil,
    fileID: StaticString = #fileID, line: UInt32 = #line, onNext: @escaping @Sendable (Value) -> Void,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    guard core.names(key, "observe", fileID, line), let (entry, feed) = core.pinFeed(key) else {
      onCompleted?()
      return .ended
    }
    let subscriber = BoardSubscriber(
      core, entry, feed, { change in if case .set(let value) = change { onNext(value) } }, onCompleted)
    feed.broadcaster.announce(subscriber, fileID: fileID, line: line)
    bag?.add(subscriber)
    feed.admit(subscriber, replay)
    return subscriber
  }

  /// Calls `onNext` with `owner` and each value that is set for a key, until `owner` is deallocated. The observation
  /// does not keep `owner` alive.
  ///
  /// If `owner` has a `Lifetime`, the observation ends before the last release of `owner` returns (promise R10). For
  /// any other owner, the observation ends at the next value after the owner's deallocation, at the board's next
  /// ``census``, or when enough later owners of this kind have been added.
  ///
  /// If `owner` is already being deallocated, for example because its deinit makes this call, nothing is observed and
  /// the returned subscription has ended. See ``observe(_:replay:into:fileID:line:onNext:onCompleted:)``.
  @inlinable @discardableResult
  public func observe<Value, Owner: AnyObject & Sendable>(
    _ key: BoardKey<Value>, owner: Owner, replay: BoardReplay = .none, fileID: StaticString = #fileID,
    line: UInt32 = #line, onNext: @escaping @Sendable (Owner, Value) -> Void,
    onCompleted: (@Sendable (Owner) -> Void)? = nil
  ) -> Subscription {
    guard let bag = core.bag(of: owner) else { return .ended }
    let subscription = observe(key, for: owner, bag, replay, fileID, line, onNext, onCompleted)
    BoardProbe.owned(subscription, by: owner)
    return subscription
  }

  @inlinable
  func observe<Value, Owner: AnyObject & Sendable>(
    _ key: BoardKey<Value>, for owner: Owner, _ bag: CompositeDisposable, _ replay: BoardReplay,
    _ fileID: StaticString, _ line: UInt32, _ onNext: @escaping @Sendable (Owner, Value) -> Void,
    _ onCompleted: (@Sendable (Owner) -> Void)?
  ) -> Subscription {
    var completed: (@Sendable () -> Void)?
    if let onCompleted { completed = { [weak owner] in if let owner { onCompleted(owner) } } }
    return observe(
      key, replay: replay, into: bag, fileID: fileID, line: line,
      onNext: { [weak owner, weak bag] value in
        // An owner without a `Lifetime` does not report its deallocation, so the next value ends the observation.
        if let owner { onNext(owner, value) } else { bag?.dispose() }
      },
      onCompleted: completed)
  }

  /// Ends the observations of one key that were added with ``observe(_:owner:replay:fileID:line:onNext:onCompleted:)``
  /// for `owner`. O(disposables bound to the owner).
  public func removeObservers<Value>(of owner: AnyObject, for key: BoardKey<Value>) {
    for member in core.members(of: owner) {
      guard let observation = member as? BoardSubscriber<Value>, observation.keyName == key.name,
        observation.board == ObjectIdentifier(core)
      else { continue }
      observation.dispose()
    }
  }

  /// Ends all observations of this board that were added with
  /// ``observe(_:owner:replay:fileID:line:onNext:onCompleted:)`` for `owner`. O(disposables bound to the owner).
  public func removeObservers(of owner: AnyObject) {
    for member in core.members(of: owner) {
      guard let observation = member as? any BoardObservation, observation.board == ObjectIdentifier(core) else {
        continue
      }
      observation.dispose()
    }
  }

  /// Ends all observations of a key. Signals of the key complete. The value, the pauses and the handles of the key
  /// stay.
  public func removeObservers<Value>(for key: BoardKey<Value>) { core.complete(key, removing: false) }
}

extension Subscription {
  /// A subscription that has ended.
  @usableFromInline static var ended: Subscription {
    let subscription = Subscription(waitable: false)
    _ = subscription.end()
    return subscription
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

  func members(of owner: AnyObject) -> [any Disposable] { swept.members(of: owner) }
}
