public import SwitchboardBroadcast

// A subscription made directly on a subject, a property or a channel is only an entry in its registry. The general
// `subscribe` methods put a chain in front of the registry. The direct form has the same semantics, half the memory,
// and one call less per value. No protocol has these forms for all types: it would be public, and so would the
// registries.

extension Broadcaster {
  /// Makes a subscriber from handlers.
  @inlinable
  borrowing func subscriber<Failure: Error>(
    waitable: Bool = false, _ onNext: @escaping @Sendable (Value) -> Void, _ onError: (@Sendable (Failure) -> Void)?,
    _ onCompleted: (@Sendable () -> Void)?
  ) -> Subscriber<Value> {
    guard let onTerminal = terminalHandler(onError, onCompleted) else {
      return Subscriber(registry, waitable: waitable, onNext)
    }
    return TerminalSubscriber<Value>(self, waitable: waitable, onNext: onNext, onTerminal: onTerminal)
  }

  /// Makes a subscriber from handlers, for a bag.
  @inlinable
  borrowing func member<Failure: Error>(
    _ onNext: @escaping @Sendable (Value) -> Void, _ onError: (@Sendable (Failure) -> Void)?,
    _ onCompleted: (@Sendable () -> Void)?
  ) -> MemberSubscriber<Value> {
    MemberSubscriber(self, onNext: onNext, onTerminal: terminalHandler(onError, onCompleted) ?? { _ in })
  }

  /// Lets a subscriber in: the second half of every direct subscription.
  @inlinable @inline(__always)
  borrowing func enter(
    _ subscriber: Subscriber<Value>, _ fileID: StaticString, _ line: UInt32, admit: (Subscriber<Value>) -> Void
  ) -> Subscription {
    announce(subscriber, fileID: fileID, line: line)
    admit(subscriber)
    return Subscription(subscriber)
  }

  /// Lets a member of a bag in.
  @inlinable @inline(__always)
  borrowing func enter(
    _ member: MemberSubscriber<Value>, into bag: CompositeDisposable, _ fileID: StaticString, _ line: UInt32,
    admit: (Subscriber<Value>) -> Void
  ) -> Subscription {
    enter(member, fileID, line) {
      bag.add(member)
      admit($0)
    }
  }
}

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
    Subscription(add(waitable: false, fileID, line, onNext, onError, onCompleted))
  }

  /// Subscribes so that `WaitableSubscription.disposeAndWait()` can wait for the handlers. See
  /// ``subscribe(fileID:line:onNext:onError:onCompleted:)``.
  ///
  /// Cost: one allocation, and about 5 ns more per value.
  ///
  /// - Parameters:
  ///   - onNext: Called with each value, on the sending thread.
  ///   - onError: Called with the error, if the subject fails.
  ///   - onCompleted: Called if the subject completes.
  @inlinable
  public func subscribeWaitable(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> WaitableSubscription {
    WaitableSubscription(add(waitable: true, fileID, line, onNext, onError, onCompleted))
  }

  @inlinable @inline(__always)
  func add(
    waitable: Bool, _ fileID: StaticString, _ line: UInt32, _ onNext: @escaping @Sendable (Value) -> Void,
    _ onError: (@Sendable (Failure) -> Void)?, _ onCompleted: (@Sendable () -> Void)?
  ) -> SubscriptionNode {
    let subscriber = broadcaster.subscriber(waitable: waitable, onNext, onError, onCompleted)
    broadcaster.add(subscriber, fileID: fileID, line: line)
    return subscriber
  }

  /// Subscribes, and puts the subscription into `bag`. The subscription leaves `bag` as soon as it ends.
  @inlinable @discardableResult
  public func subscribe(
    into bag: CompositeDisposable, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    broadcaster.enter(broadcaster.member(onNext, onError, onCompleted), into: bag, fileID, line) {
      broadcaster.admit($0)
    }
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
    Probe.owned(subscription.node, by: owner)
    return subscription
  }
}

extension BehaviorSubject {
  /// Subscribes with closures. See ``SignalProtocol/subscribe(fileID:line:onNext:onError:onCompleted:)``.
  ///
  /// Cost: one allocation of 64 bytes, 80 with a terminal handler, beyond the handlers' own contexts.
  @inlinable @inline(never) @discardableResult
  public func subscribe(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    broadcaster.enter(broadcaster.subscriber(onNext, onError, onCompleted), fileID, line) { admit($0) }
  }

  /// Subscribes, and puts the subscription into `bag`. The subscription leaves `bag` as soon as it ends.
  @inlinable @inline(never) @discardableResult
  public func subscribe(
    into bag: CompositeDisposable, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    broadcaster.enter(broadcaster.member(onNext, onError, onCompleted), into: bag, fileID, line) { admit($0) }
  }
}

extension ReplaySubject {
  /// Subscribes with closures. See ``SignalProtocol/subscribe(fileID:line:onNext:onError:onCompleted:)``.
  ///
  /// Cost: O(values kept); two allocations, one of 64 bytes, or 80 with a terminal handler, beyond the handlers' own
  /// contexts.
  @discardableResult
  public func subscribe(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    broadcaster.enter(broadcaster.subscriber(onNext, onError, onCompleted), fileID, line) { admit($0) }
  }

  /// Subscribes, and puts the subscription into `bag`. The subscription leaves `bag` as soon as it ends.
  @discardableResult
  public func subscribe(
    into bag: CompositeDisposable, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    broadcaster.enter(broadcaster.member(onNext, onError, onCompleted), into: bag, fileID, line) { admit($0) }
  }
}

extension Property {
  /// Subscribes with a closure, which gets the current value, and then each change. See
  /// ``SignalProtocol/subscribe(fileID:line:onNext:onError:onCompleted:)``. A property sends no terminal event, so
  /// `onError` and `onCompleted` are never called.
  ///
  /// Cost: two allocations, one of 64 bytes, beyond the handlers' own contexts.
  @inlinable @inline(never) @discardableResult
  public func subscribe(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Never) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    broadcaster.enter(broadcaster.subscriber(Change.values(to: onNext), onError, onCompleted), fileID, line) {
      admit($0)
    }
  }

  /// Subscribes, and puts the subscription into `bag`. The subscription leaves `bag` as soon as it ends. See
  /// ``subscribe(fileID:line:onNext:onError:onCompleted:)``.
  @inlinable @inline(never) @discardableResult
  public func subscribe(
    into bag: CompositeDisposable, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Never) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    broadcaster.enter(broadcaster.member(Change.values(to: onNext), onError, onCompleted), into: bag, fileID, line) {
      admit($0)
    }
  }
}

extension ChannelTerminal {
  /// Subscribes with closures. See ``SignalProtocol/subscribe(fileID:line:onNext:onError:onCompleted:)``.
  ///
  /// Cost: two allocations, one of 64 bytes, or 80 with a terminal handler, beyond the handlers' own contexts.
  @inlinable @inline(never) @discardableResult
  public func subscribe(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void = { _ in },
    onError: (@Sendable (Failure) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    let incoming = end.incoming
    let subscriber = incoming.broadcaster.subscriber(Change.values(to: onNext), onError, onCompleted)
    return incoming.broadcaster.enter(subscriber, fileID, line) { incoming.admit($0) }
  }
}
