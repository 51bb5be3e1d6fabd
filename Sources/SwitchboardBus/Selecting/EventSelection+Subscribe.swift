public import SwitchboardBroadcast
public import SwitchboardSignals

// Every subscription to a bus is made here: by `next` without options, by `subscribe` with them.

extension EventSelection {
  /// Calls `handler` with each event, inside the dispatch or on the selected queue.
  ///
  /// Cost: one allocation in addition to the handler's context. The first subscriber of a type also makes the type's
  /// channel.
  @inlinable @discardableResult
  public func next(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ handler: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    if isElaborate { return subscribe(fileID, line, handling: handler) }
    guard let (place, list) = core.pin(Value.self, subtypes.first, self.priority, isBorrower: false) else {
      return .ended
    }
    let subscriber = BusSubscriber(list, place, number: SubscriptionNumber.next(), isReplaying: false, handler)
    list.broadcaster.announce(subscriber, fileID: fileID, line: line)
    bag?.add(subscriber)
    list.broadcaster.admit(subscriber)
    return Subscription(subscriber)
  }

  /// Subscribes like ``next(fileID:line:_:)``, until `owner` is deallocated.
  @inlinable
  func next<Owner: AnyObject & Sendable>(
    owner: Owner, _ fileID: StaticString, _ line: UInt32, _ handler: @escaping @Sendable (Owner, Value) -> Void
  ) -> Subscription {
    core.swept.subscription(boundTo: owner) { bag in
      var bound = self
      bound.bag = bag
      return bound.next(fileID: fileID, line: line) { [weak owner, weak bag] event in
        // An owner without a `Lifetime` does not report its deallocation, so the next event ends the subscription.
        if let owner { handler(owner, event) } else { bag?.dispose() }
      }
    }
  }

  /// Subscribes with any combination of options.
  ///
  /// - Parameters:
  ///   - reaction: The reaction that is used instead of a plain handler.
  ///   - borrower: The borrower, if the handler wants to be lent the delivery.
  ///   - owner: A bag that ends the subscription, in addition to the bag of the selection.
  ///   - parent: The subscription that the new subscription is a part of.
  ///   - body: The plain handler.
  @usableFromInline @discardableResult
  func subscribe(
    _ fileID: StaticString, _ line: UInt32, reaction given: Reaction<Value>? = nil, borrower: Borrower? = nil,
    owner: CompositeDisposable? = nil, parent: ParentSubscription? = nil,
    handling body: (@Sendable (Value) -> Void)? = nil
  ) -> Subscription {
    if isOver { return .ended }
    let once = isOnce ? OnceGuard() : nil
    var (reaction, handler) = (given, body)
    if let body {
      if let scheduler {
        reaction = SchedulerEventQueue(core, scheduler.worker, body)
      } else if let once {
        handler = { event in if once.passes() { body(event) } }
      }
    }
    if let reaction {
      reaction.once = once
      handler = { event in reaction.handle(event) }
    }
    guard let handler else { return .ended }
    let make = { (subtype: String?) in makePart(subtype, reaction, borrower, handler) }
    if parent == nil, isSupertype || subtypes.count < 2 {
      guard let (part, list) = make(isSupertype ? nil : subtypes.first) else { return .ended }
      once?.guards(part)
      reaction?.subscription = part
      list.broadcaster.announce(part, fileID: fileID, line: line)
      bag?.add(part)
      owner?.add(part)
      list.broadcaster.admit(part)
      if isSticky { core.replay(to: [part], handler) }
      return Subscription(part)
    }
    let parent = parent ?? .composed(core.name, fileID, line)
    let whole = parent.subscription
    once?.guards(whole)
    reaction?.subscription = whole
    bag?.add(whole)
    owner?.add(whole)
    var parts: [(part: BusSubscriber<Value>, list: PriorityList<Value>)] = []
    for subtype in isSupertype || subtypes.isEmpty ? [nil] : subtypes.map(Optional.some) where !whole.isDisposed {
      guard let (part, list) = make(subtype) else { break }
      part.parent = whole
      Probe.adopted(part, by: whole)
      list.broadcaster.announce(part, fileID: fileID, line: line)
      parent.add(part)
      parts.append((part, list))
    }
    for (part, list) in parts { list.broadcaster.admit(part) }
    // No part was made, because the bus is closed.
    if parts.isEmpty { whole.dispose() }
    if isSticky { core.replay(to: parts.map { $0.part }, handler) }
    return Subscription(whole)
  }

  private func makePart(
    _ subtype: String?, _ reaction: Reaction<Value>?, _ borrower: Borrower?,
    _ handler: @escaping @Sendable (Value) -> Void
  ) -> (part: BusSubscriber<Value>, list: PriorityList<Value>)? {
    let pinned =
      isSupertype
      ? core.pinSupertype(Value.self, priority)
      : core.pin(Value.self, subtype, priority, isBorrower: borrower != nil)
    guard let (place, list) = pinned else { return nil }
    let part = BusSubscriber(list, place, number: SubscriptionNumber.next(), isReplaying: isSticky, handler)
    borrower?.number = part.number
    part.reaction = reaction
    if isSupertype, !subtypes.isEmpty { part.wanted = subtypes }
    return (part, list)
  }
}

/// A subscription that consists of parts. It has been announced to traces, and it ends with its parts.
@usableFromInline
struct ParentSubscription {
  let subscription: SubscriptionNode
  /// Adds a part, which ends with the parent and counts under the parent's source line.
  let add: (SubscriptionNode) -> Void

  /// Makes the parent of a subscription with several places.
  static func composed(_ name: String?, _ fileID: StaticString, _ line: UInt32) -> ParentSubscription {
    let composed = ComposedSubscription()
    Probe.subscribed(composed, name: name, fileID: fileID, line: line)
    return ParentSubscription(subscription: composed) { part in composed.add(part) }
  }
}
