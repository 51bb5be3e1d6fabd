public import SwitchboardBroadcast

extension Property {
  /// Binds this and `other` to each other: each takes what the other is set to.
  ///
  /// This takes the other's value first, as the left side of RACChannelTo does. Then the last write wins, on whichever side and thread it was made:
  /// when the sends in progress have returned, both have its value, and nothing goes round. Chains and circles of bindings
  /// behave in the same way: each write passes once through everything that is bound together. What is overwritten before
  /// it was passed on may never be seen on the other side. A write that is made while the two are being bound may be overwritten.
  ///
  /// Ends when the subscription returned is disposed or one of the two goes. Neither keeps the other alive.
  ///
  /// Cost: two subscriptions; per write those of the two properties, and a weak reference.
  ///
  /// - Precondition: The two are not one, and not bound to each other already.
  @discardableResult
  public func bind(
    twoWay other: Property, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription { bind(toRight: other, fileID: fileID, line: line) }

  /// Binds this and an end of a channel to each other: what this is set to is sent into that end, and this is set to what comes
  /// out there.
  ///
  /// This takes the channel's value first, if that end replays one; otherwise its own value is sent. Of two properties at the
  /// two ends of a channel, or of several, the last write wins, as in ``bind(twoWay:fileID:line:)-(Property<Value>,_,_)``. Two at
  /// one end do not hear each other: bind one of them to the other.
  ///
  /// Ends when the subscription returned is disposed, or the channel ends; this property does not end then. If this goes,
  /// the channel is completed. This keeps the channel, which does not keep this.
  ///
  /// - Precondition: The two are not bound to each other already.
  @discardableResult
  public func bind<Failed: Error>(
    twoWay terminal: ChannelTerminal<Value, Failed>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription { bind(toRight: terminal.end, fileID: fileID, line: line) }
}

extension Property: TwoWayEnd {
  func current() -> Change<Value>? {
    broadcaster.withLock {
      latest.isStamped = true
      if latest.stamp == .none { latest.stamp = .next() }
      return Change(latest.value, latest.stamp)
    }
  }

  func receive(_ change: Change<Value>, fileID: StaticString, line: UInt32) {
    var exchanged = change.value
    broadcaster.send(fileID: fileID, line: line) {
      change.stamp > latest.stamp ? accept(change, &exchanged) : nil
    }
  }

  func adopt(_ change: Change<Value>, fileID: StaticString, line: UInt32) {
    var exchanged = change.value
    broadcaster.send(fileID: fileID, line: line) {
      if change.stamp > latest.stamp { return accept(change, &exchanged) }
      // All who have the value under its old stamp have to know it under one that nobody refuses.
      return accept(Change(change.value, .next(), confirmed: change.stamp), &exchanged)
    }
  }

  /// Under the lock.
  private func accept(_ change: Change<Value>, _ exchanged: inout Value) -> Change<Value> {
    let isKnown = change.confirmed != nil && change.confirmed == latest.stamp
    // From now on a write without a stamp of its own would pass for this one.
    latest.isStamped = true
    if !isKnown { latest.exchange(&exchanged) }
    latest.stamp = change.stamp
    return Change(
      latest.value, change.stamp, confirmed: change.confirmed, path: change.path, isSilent: isKnown)
  }

  func attachChanges(
    _ chain: Chain, _ onChange: @escaping @Sendable (Change<Value>) -> Void,
    _ onEnd: @escaping @Sendable (EndOfPartner) -> Void
  ) {
    broadcaster.withLock { latest.isStamped = true }
    let subscriber = ChainSubscriber(
      broadcaster,
      Sink<Change<Value>, Never>(
        // Without a stamp it was accepted before, and what the binding begins with is later.
        value: { if $0.stamp > .none { onChange($0) } }, terminal: { _ in }), chain)
    SignalProbe.adopted(subscriber, by: chain)
    broadcaster.announce(subscriber, fileID: #fileID, line: #line)
    chain.add(subscriber)
    broadcaster.admit(subscriber)
  }

  /// A property goes on without those that it is bound to.
  func partnerEnded(_ end: EndOfPartner, fileID: StaticString, line: UInt32) {}

  func reference(from other: any TwoWayEnd) -> @Sendable () -> Property? { { [weak self] in self } }
}
