public import SwitchboardBroadcast

extension EventSelection {
  /// Subscribes: calls `handler` with each event, inside the dispatch, or on the queue that was asked for.
  ///
  /// Cost: one allocation beyond the handler's own context; for the first subscriber, its type's channel.
  @inlinable @discardableResult
  public func next(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ handler: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    if isElaborate { return subscribe(fileID, line, handling: handler) }
    guard let (place, level) = core.pin(Value.self, subtypes.first, self.level, isBorrower: false) else {
      return .ended
    }
    let subscriber = BusSubscriber(level, place, number: SubscriptionNumber.next(), isReplaying: false, handler)
    level.broadcaster.announce(subscriber, fileID: fileID, line: line)
    bag?.add(subscriber)
    level.broadcaster.admit(subscriber)
    return subscriber
  }

  /// The same with a handler that is lent the delivery, and may cancel it. Only inside the dispatch: on a queue there is nothing left to be
  /// cancelled.
  ///
  /// While somebody subscribes so, dispatches of the type take some ns more.
  ///
  /// - Precondition: No queue and no scheduler.
  @discardableResult
  public func next(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (Value, borrowing EventDelivery) -> Void
  ) -> Subscription {
    require(
      scheduler == nil, "a handler on a queue cannot be lent the delivery; leave out queue(_:) or the second parameter")
    let borrower = Borrower()
    var setup = Setup<Value>()
    setup.borrower = borrower
    return subscribe(fileID, line, setup) { event in
      DispatchFrame.lend(to: borrower) { delivery in handler(event, delivery) }
    }
  }

  /// Calls `handler` on the main actor: at once if the dispatch is made there and no earlier event is on its way, else by the main queue. Order is
  /// kept. Who disposes on the main actor is not called any more, events on their way included (R3).
  @discardableResult
  public func next(
    on mainActor: MainActor.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Subscription {
    scheduler(.main).subscribe(fileID, line) { event in MainActor.assumeIsolated { handler(event) } }
  }

  /// Calls a handler that may throw. Its error reaches no other handler, and not who dispatched: it goes to ``EventBus/failures``, or is thrown by
  /// ``EventBus/deliver(_:policy:isolation:fileID:line:)``.
  @discardableResult
  public func tryNext(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ handler: @escaping @Sendable (Value) throws -> Void
  ) -> Subscription {
    var setup = Setup<Value>()
    if let scheduler {
      setup.reaction = QueueMailbox(core, scheduler.worker, handler)
    } else {
      setup.reaction = Attempt(core, handler)
    }
    return subscribe(fileID, line, setup)
  }

  /// Calls an asynchronous handler, in a task of the subscription's own: one event at a time, in order. A dispatch starts it and does not wait;
  /// ``EventBus/deliver(_:policy:isolation:fileID:line:)`` does. Errors go where those of ``tryNext(fileID:line:_:)`` go.
  ///
  /// The task lasts for as long as there are events. Ending the subscription drops those that wait; it does not cancel the call that runs.
  @discardableResult
  public func task(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (Value) async throws -> Void
  ) -> Subscription {
    var setup = Setup<Value>()
    setup.reaction = TaskMailbox(core, executor, handler)
    return subscribe(fileID, line, setup)
  }

  /// The same on an actor, which is not kept: the subscription ends with it, as with any owner.
  @discardableResult
  public func task<Isolation: Actor>(
    on actor: Isolation, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (isolated Isolation, Value) async throws -> Void
  ) -> Subscription {
    guard let bag = core.swept.bag(of: actor) else { return .ended }
    var setup = Setup<Value>()
    setup.owner = bag
    setup.reaction = TaskMailbox(core, executor) { [weak actor, weak bag] event in
      if let actor { try await handler(actor, event) } else { bag?.dispose() }
    }
    let subscription = subscribe(fileID, line, setup)
    BusProbe.owned(subscription, by: actor)
    return subscription
  }
}
