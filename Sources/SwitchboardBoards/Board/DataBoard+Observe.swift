public import SwitchboardBroadcast
import SwitchboardSignals

extension DataBoard {
  /// Calls `onNext` with each value that is set for a key.
  ///
  /// Every call makes an observation of its own, whoever makes it. It lasts until it is disposed or removed, or the board goes; dropping
  /// the handle ends nothing. Calls come one at a time, in the order in which the values are stored.
  ///
  /// Cost: one allocation beyond the handler's context; for the first observer of a key, its feed.
  ///
  /// - Parameters:
  ///   - replay: Whether the present value comes first (R8).
  ///   - bag: Ends the observation when it is disposed; the observation leaves it when it ends.
  ///   - onCompleted: Called when the observation ends because the key's observers were removed, or the board is gone.
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

  /// Calls `onNext` with `owner` and each value that is set for a key, for as long as `owner` lives, which this does not keep alive.
  ///
  /// An owner with a `Lifetime` ends the observation when it dies, before its last release returns (R10). For any other it ends at the
  /// next value after the owner's death, at the board's next ``census``, or when enough later owners of this kind have come.
  ///
  /// If the owner is going away already (this is called from its deinit), nothing is observed: the subscription returned has ended.
  /// See ``observe(_:replay:into:fileID:line:onNext:onCompleted:)``.
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
        // A dead owner without a lifetime is found here.
        if let owner { onNext(owner, value) } else { bag?.dispose() }
      },
      onCompleted: completed)
  }

  /// Ends what `owner` observes of one key by ``observe(_:owner:replay:fileID:line:onNext:onCompleted:)``. O(what is bound to the owner).
  public func removeObservers<Value>(of owner: AnyObject, for key: BoardKey<Value>) {
    for member in core.members(of: owner) {
      guard let observation = member as? BoardSubscriber<Value>, observation.keyName == key.name,
        observation.board == ObjectIdentifier(core)
      else { continue }
      observation.dispose()
    }
  }

  /// Ends all that `owner` observes of this board by ``observe(_:owner:replay:fileID:line:onNext:onCompleted:)``. O(what is bound to the owner).
  public func removeObservers(of owner: AnyObject) {
    for member in core.members(of: owner) {
      guard let observation = member as? any BoardObservation, observation.board == ObjectIdentifier(core) else {
        continue
      }
      observation.dispose()
    }
  }

  /// Ends every observation of a key, whoever made it; signals complete. The value stays, and so do pauses and handles.
  public func removeObservers<Value>(for key: BoardKey<Value>) { core.complete(key, removing: false) }
}

extension Subscription {
  /// One that has ended.
  @usableFromInline static var ended: Subscription {
    let subscription = Subscription(waitable: false)
    _ = subscription.end()
    return subscription
  }
}

extension Feed {
  /// Adds a subscriber that has been announced.
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
  /// What ends when `owner` does. Nil if it is going away already.
  @usableFromInline
  func bag(of owner: any AnyObject & Sendable) -> CompositeDisposable? { swept.bag(of: owner) }

  func members(of owner: AnyObject) -> [any Disposable] { swept.members(of: owner) }
}
