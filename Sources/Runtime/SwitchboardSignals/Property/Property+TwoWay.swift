public import SwitchboardBroadcast

extension Property {
  /// Binds this property and `other` to each other: each takes the values that the other is set to.
  ///
  /// This property takes the value of `other` first, as the left side of RACChannelTo does. Then the last write wins,
  /// whichever property and thread it was made on. When the sends in progress have returned, both properties have the
  /// last value, and nothing circulates. Chains and circles of bindings behave in the same way: each write passes once
  /// through all properties that are bound together. A value that is overwritten before it was passed on may never be
  /// seen on the other side. A write that is made during this call may be overwritten.
  ///
  /// The binding ends when the returned subscription is disposed, or when one of the two properties is deallocated.
  /// Neither keeps the other alive.
  ///
  /// Cost: two subscriptions; per write the writes of the two properties, and a weak reference.
  ///
  /// - Parameter other: Another property, held weakly.
  /// - Precondition: The two properties are different, and not bound to each other already.
  @inlinable @discardableResult
  public func bind(
    twoWay other: Property, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription { bind(toRight: other, fileID: fileID, line: line) }

  /// Binds this property and an end of a channel to each other: each value of this property is sent into the end, and
  /// this property is set to each value that comes out there.
  ///
  /// This property takes the channel's value first, if the end replays a value; otherwise this property's value is
  /// sent. If properties are bound to both ends of a channel, the last write wins, as in
  /// ``bind(twoWay:fileID:line:)-(Property<Value>,_,_)``. Two properties at the same end do not receive each other's
  /// values: bind one of them to the other.
  ///
  /// The binding ends when the returned subscription is disposed, or when the channel ends. The property does not end
  /// with the channel. If the property is deallocated, the channel completes. The property keeps the channel alive; the
  /// channel does not keep the property alive.
  ///
  /// - Parameter terminal: The end of a channel, which is kept alive.
  /// - Precondition: The two are not bound to each other already.
  @discardableResult
  public func bind<Failed: Error>(
    twoWay terminal: ChannelTerminal<Value, Failed>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription { bind(toRight: terminal.end, fileID: fileID, line: line) }
}

extension Property: TwoWayEnd {
  @inlinable
  func current() -> Change<Value>? {
    broadcaster.withLock {
      isStamped = true
      if stamp == .none { stamp = .next() }
      return Change(latest, stamp)
    }
  }

  @inlinable
  func receive(_ change: Change<Value>, fileID: StaticString, line: UInt32) {
    var exchanged = change.value
    broadcaster.send(fileID: fileID, line: line) {
      change.stamp > stamp ? accept(change, &exchanged) : nil
    }
  }

  @inlinable
  func adopt(_ change: Change<Value>, fileID: StaticString, line: UInt32) {
    var exchanged = change.value
    broadcaster.send(fileID: fileID, line: line) {
      if change.stamp > stamp { return accept(change, &exchanged) }
      // The value has a stamp that bound sides would refuse. A new stamp makes them take it; `confirmed` tells sides
      // that have the value already.
      return accept(Change(change.value, .next(), confirmed: change.stamp), &exchanged)
    }
  }

  /// Called under the broadcaster's lock.
  @inlinable
  func accept(_ change: Change<Value>, _ exchanged: inout Value) -> Change<Value> {
    let isKnown = change.confirmed == stamp
    // Without stamps from now on, a later write would carry this stamp and be mistaken for this write.
    isStamped = true
    if !isKnown { exchange(&exchanged) }
    stamp = change.stamp
    return Change(
      latest, change.stamp, confirmed: change.confirmed, path: change.path, isSilent: isKnown)
  }

  @inlinable
  func attachChanges(
    _ chain: Chain, _ onChange: @escaping @Sendable (Change<Value>) -> Void,
    _ onEnd: @escaping @Sendable ((any Error)?) -> Void
  ) {
    broadcaster.withLock { isStamped = true }
    // A change without a stamp was accepted before the binding. The value that the binding begins with is later.
    let sink = Sink<Change<Value>>(value: { if $0.stamp > .none { onChange($0) } }, terminal: { _ in })
    broadcaster.attach(sink, chain)
  }

  /// Does nothing: a property continues without the sides that it is bound to.
  @inlinable
  func partnerEnded(_ error: (any Error)?, fileID: StaticString, line: UInt32) {}

  @inlinable
  func reference(from other: any TwoWayEnd) -> @Sendable () -> Property? { { [weak self] in self } }
}
