public import SwitchboardBroadcast
public import SwitchboardSignals

// Every subscription to a bus is made here: by `next` without options, by `subscribe` with them.

extension EventSelection {
  /// Calls `handler` with each event, inside the dispatch or on the selected queue.
  ///
  /// Cost: one allocation in addition to the handler's context. The first subscriber of a type also makes the type's
  /// topic.
  ///
  /// - Parameter handler: Called with each event.
  @inlinable @discardableResult
  public func next(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ handler: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    if isElaborate { return subscribe(fileID, line, handling: handler) }
    guard let (place, list) = core.pin(Value.self, subtypes.first, self.priority, needsFrame: false) else {
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
    subscription(boundTo: owner) { bound in
      bound.next(fileID: fileID, line: line) { [weak owner, weak bag = bound.bag] event in
        // Nil also if the owner's deinit is running.
        if let owner { handler(owner, event) } else { bag?.dispose() }
      }
    }
  }

  /// Passes `subscribe` this selection bound to `owner`. If `owner` is already being deallocated, the returned
  /// subscription has ended.
  @inlinable
  func subscription(
    boundTo owner: any AnyObject & Sendable, _ subscribe: (EventSelection) -> Subscription
  ) -> Subscription {
    let bound = bound(to: owner)
    if bound.isOver { return .ended }
    let subscription = subscribe(bound)
    Probe.owned(subscription.node, by: owner)
    return subscription
  }

  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write next { … }; for asynchronous work, write task { … }")
  @discardableResult
  public func subscribe(_ handler: @escaping @Sendable (Value) -> Void) -> Subscription { fatalError("unavailable") }

  /// Subscribes with any combination of options.
  ///
  /// - Parameters:
  ///   - reaction: The reaction that is used instead of a plain handler.
  ///   - borrower: The borrower, if the handler wants to be lent the delivery.
  ///   - bond: The bond to an owner, in addition to the owner or bag of the selection.
  ///   - parent: The subscription that the new subscription is a part of.
  ///   - body: The plain handler.
  @usableFromInline @discardableResult
  func subscribe(
    _ fileID: StaticString, _ line: UInt32, reaction given: Reaction<Value>? = nil, borrower: Borrower? = nil,
    bond: OwnerBond? = nil, parent: ParentSubscription? = nil, handling body: (@Sendable (Value) -> Void)? = nil
  ) -> Subscription {
    // A selection may be used after the deallocation of the owner that it is bound to.
    if isOver || owner?.isGone() == true {
      parent?.subscription.dispose()
      return .ended
    }
    let once = isOnce ? OnceGuard() : nil
    var (reaction, handler) = (given, body)
    if let body {
      if let scheduler {
        reaction = SchedulerEventQueue(core, scheduler.worker, waitingLimit, body)
      } else if let once {
        handler = { event in if once.passes() { body(event) } }
      }
    }
    let condition = makeCondition(bond)
    if let reaction {
      (reaction.once, reaction.condition) = (once, condition)
      handler = { event in reaction.handle(event) }
    }
    guard let handler else { return .ended }
    let make = { (subtype: String?) in makePart(subtype, reaction, condition, borrower, handler) }
    if parent == nil, isSupertype || subtypes.count < 2 {
      let subtype = isSupertype ? nil : subtypes.first
      guard let (part, list) = make(subtype) else { return .ended }
      once?.guards(part)
      reaction?.subscription = part
      list.broadcaster.announce(part, fileID: fileID, line: line)
      #if Inspector
        reaction?.count(for: part)
      #endif
      bag?.add(part)
      bond?.bag.add(part)
      list.broadcaster.admit(part)
      if isSticky { core.replay(to: [(part, subtype)], isSupertype: isSupertype, handler) }
      return Subscription(part)
    }
    let parent = parent ?? .composed(core.name, fileID, line)
    let whole = parent.subscription
    once?.guards(whole)
    reaction?.subscription = whole
    #if Inspector
      reaction?.count(for: whole)
    #endif
    bag?.add(whole)
    bond?.bag.add(whole)
    var parts: [(part: BusSubscriber<Value>, list: PriorityList<Value>, subtype: String?)] = []
    for subtype in isSupertype || subtypes.isEmpty ? [nil] : subtypes.map(Optional.some) where !whole.isDisposed {
      guard let (part, list) = make(subtype) else { break }
      part.parent = whole
      Probe.adopted(part, by: whole)
      list.broadcaster.announce(part, fileID: fileID, line: line)
      parent.add(part)
      parts.append((part, list, subtype))
    }
    for (part, list, _) in parts { list.broadcaster.admit(part) }
    // No part was made, because the bus is closed.
    if parts.isEmpty { whole.dispose() }
    if isSticky { core.replay(to: parts.map { ($0.part, $0.subtype) }, isSupertype: isSupertype, handler) }
    return Subscription(whole)
  }

  /// Returns the condition of a subscription, or nil if every event of its type or subtype reaches it.
  private func makeCondition(_ bond: OwnerBond?) -> AudienceCondition? {
    let owners = [owner, bond?.owner].compactMap { $0 }
    let wanted = isSupertype && !subtypes.isEmpty ? subtypes : nil
    return wanted == nil && owners.isEmpty ? nil : AudienceCondition(subtypes: wanted, owners: owners)
  }

  private func makePart(
    _ subtype: String?, _ reaction: Reaction<Value>?, _ condition: AudienceCondition?, _ borrower: Borrower?,
    _ handler: @escaping @Sendable (Value) -> Void
  ) -> (part: BusSubscriber<Value>, list: PriorityList<Value>)? {
    let pinned =
      isSupertype
      ? core.pinSupertype(Value.self, priority)
      : core.pin(Value.self, subtype, priority, needsFrame: borrower != nil || condition != nil)
    guard let (place, list) = pinned else { return nil }
    let part = BusSubscriber(list, place, number: SubscriptionNumber.next(), isReplaying: isSticky, handler)
    borrower?.number = part.number
    part.reaction = reaction
    part.condition = condition
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
