public import SwitchboardBroadcast
public import SwitchboardSignals

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

  /// Calls `handler` with each event and with the delivery, which the handler may cancel. The handler runs inside the
  /// dispatch, because on a queue nothing is left to cancel.
  ///
  /// While such a subscription exists, dispatches of the type take a few nanoseconds more.
  ///
  /// - Precondition: The selection has no queue and no scheduler.
  @discardableResult
  public func next(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (Value, borrowing EventDelivery) -> Void
  ) -> Subscription {
    require(
      scheduler == nil,
      "a handler on a queue cannot borrow the delivery; leave out queue(_:) or the handler's second parameter")
    let borrower = Borrower()
    var setup = Setup<Value>()
    setup.borrower = borrower
    return subscribe(fileID, line, setup) { event in
      DispatchFrame.lend(to: borrower) { delivery in handler(event, delivery) }
    }
  }

  /// Calls `handler` on the main actor. If the dispatch runs on the main actor and no earlier event waits, the call is
  /// immediate; otherwise the main queue makes the call. Events stay in order. After a disposal on the main actor,
  /// `handler` is not called again, not even for events that already wait (promise R3).
  @discardableResult
  public func next(
    on mainActor: MainActor.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Subscription {
    scheduler(.main).subscribe(fileID, line) { event in MainActor.assumeIsolated { handler(event) } }
  }

  /// Calls `handler` on `scheduler`: `scheduler(scheduler).next(handler)`. See ``scheduler(_:)``.
  @discardableResult
  public func next(
    on scheduler: Scheduler, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) -> Subscription { self.scheduler(scheduler).subscribe(fileID, line, handling: handler) }

  /// Calls `handler` on `actor`, one event at a time, in order. The subscription does not keep `actor` alive, and ends
  /// with `actor` as with any owner. For an asynchronous handler, see ``task(on:fileID:line:_:)``.
  @discardableResult
  public func next<Isolation: Actor>(
    on actor: Isolation, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (isolated Isolation, Value) -> Void
  ) -> Subscription {
    guard let bag = core.swept.bag(of: actor) else { return .ended }
    var setup = Setup<Value>()
    setup.owner = bag
    let subscription = scheduler(.isolated(to: actor)).subscribe(fileID, line, setup) { [weak actor, weak bag] event in
      if let actor { actor.assumeIsolated { handler($0, event) } } else { bag?.dispose() }
    }
    BusProbe.owned(subscription.node, by: actor)
    return subscription
  }

  /// Calls a handler that may throw. Its error reaches neither another handler nor the dispatching code. The error goes
  /// to ``EventBus/failures``, or ``EventBus/deliver(_:policy:isolation:fileID:line:)`` throws it.
  @discardableResult
  public func tryNext(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ handler: @escaping @Sendable (Value) throws -> Void
  ) -> Subscription {
    var setup = Setup<Value>()
    if let scheduler {
      setup.reaction = SchedulerEventQueue(core, scheduler.worker, handler)
    } else {
      setup.reaction = Attempt(core, handler)
    }
    return subscribe(fileID, line, setup)
  }

  /// Calls an asynchronous handler in a task of the subscription, with one event at a time, in order. A dispatch starts
  /// the task and does not wait; ``EventBus/deliver(_:policy:isolation:fileID:line:)`` waits. Errors go where those of
  /// ``tryNext(fileID:line:_:)`` go.
  ///
  /// The task lasts while events wait. Ending the subscription drops the waiting events, and does not cancel the
  /// running call.
  @discardableResult
  public func task(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (Value) async throws -> Void
  ) -> Subscription {
    var setup = Setup<Value>()
    setup.reaction = TaskEventQueue(core, executor, handler)
    return subscribe(fileID, line, setup)
  }

  /// Calls an asynchronous handler on an actor. The subscription does not keep the actor alive, and ends with the actor
  /// as with any owner.
  @discardableResult
  public func task<Isolation: Actor>(
    on actor: Isolation, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (isolated Isolation, Value) async throws -> Void
  ) -> Subscription {
    guard let bag = core.swept.bag(of: actor) else { return .ended }
    var setup = Setup<Value>()
    setup.owner = bag
    setup.reaction = TaskEventQueue(core, executor) { [weak actor, weak bag] event in
      if let actor { try await handler(actor, event) } else { bag?.dispose() }
    }
    let subscription = subscribe(fileID, line, setup)
    BusProbe.owned(subscription.node, by: actor)
    return subscription
  }
}
