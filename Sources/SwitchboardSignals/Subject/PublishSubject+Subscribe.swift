public import SwitchboardBroadcast

// A subscription made directly on the subject is only an entry in the subject's registry. The general `subscribe`
// methods put a chain in front of the registry. The direct form has the same semantics, half the memory, and one call
// less per value.
extension PublishSubject {
  /// Subscribes with closures. See ``SignalProtocol/subscribe(fileID:line:onNext:onError:onCompleted:)``.
  ///
  /// Cost: one allocation of 64 bytes, 80 with a terminal handler, beyond the handlers' own contexts.
  @inlinable @discardableResult
  public func subscribe(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    guard let onTerminal = terminalHandler(onError, onCompleted) else {
      return broadcaster.subscribe(fileID: fileID, line: line, onNext)
    }
    let subscriber = TerminalSubscriber<Value, Failure>(broadcaster, onNext: onNext, onTerminal: onTerminal)
    broadcaster.add(subscriber, fileID: fileID, line: line)
    return Subscription(subscriber)
  }

  /// Subscribes so that ``WaitableSubscription/disposeAndWait()`` can wait for the handlers. See
  /// ``subscribe(fileID:line:onNext:onError:onCompleted:)``.
  ///
  /// Cost: one allocation, and about 5 ns more per value.
  @inlinable
  public func subscribeWaitable(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> WaitableSubscription {
    guard let onTerminal = terminalHandler(onError, onCompleted) else {
      let subscription = broadcaster.subscribe(waitable: true, fileID: fileID, line: line, onNext)
      return WaitableSubscription(subscription.node)
    }
    let subscriber = TerminalSubscriber<Value, Failure>(
      broadcaster, waitable: true, onNext: onNext, onTerminal: onTerminal)
    broadcaster.add(subscriber, fileID: fileID, line: line)
    return WaitableSubscription(subscriber)
  }

  /// Subscribes, and puts the subscription into `bag`. The subscription leaves `bag` as soon as it ends.
  @inlinable @discardableResult
  public func subscribe(
    into bag: CompositeDisposable, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    let subscriber = MemberSubscriber<Value, Failure>(
      broadcaster, onNext: onNext, onTerminal: terminalHandler(onError, onCompleted) ?? { _ in })
    broadcaster.announce(subscriber, fileID: fileID, line: line)
    bag.add(subscriber)
    broadcaster.admit(subscriber)
    return Subscription(subscriber)
  }

  /// Subscribes for as long as `owner` lives. See
  /// ``SignalProtocol/subscribe(owner:fileID:line:onNext:onError:onCompleted:)``.
  @inlinable @discardableResult
  public func subscribe<Owner: LifetimeOwner & Sendable>(
    owner: Owner, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Owner, Value) -> Void,
    onError: (@Sendable (Owner, Failure) -> Void)? = nil,
    onCompleted: (@Sendable (Owner) -> Void)? = nil
  ) -> Subscription {
    if isGoingAway(owner) { return .ended }
    let subscription = subscribe(
      into: owner.lifetime.members, fileID: fileID, line: line,
      onNext: { [weak owner] value in if let owner { onNext(owner, value) } },
      onError: weakly(owner, onError), onCompleted: weakly(owner, onCompleted))
    SignalProbe.owned(subscription.node, by: owner)
    return subscription
  }
}
