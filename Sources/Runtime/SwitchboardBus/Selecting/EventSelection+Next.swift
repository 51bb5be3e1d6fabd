public import SwitchboardBroadcast
public import SwitchboardSignals

extension EventSelection {
  /// Calls `handler` with each event and with the delivery, which the handler may cancel. The handler runs inside the
  /// dispatch, because on a queue nothing is left to cancel.
  ///
  /// While such a subscription exists, dispatches of the type take a few nanoseconds more.
  ///
  /// - Parameter handler: Called with each event and its delivery, on the dispatching thread.
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
    return subscribe(fileID, line, borrower: borrower) { event in
      DispatchFrame.lend(to: borrower) { delivery in handler(event, delivery) }
    }
  }

  /// Calls `handler` on the main actor. If the dispatch runs on the main actor and no earlier event waits, the call is
  /// immediate; otherwise the main queue makes the call. Events stay in order. After a disposal on the main actor,
  /// `handler` is not called again, not even for events that already wait (promise R3).
  ///
  /// - Parameters:
  ///   - mainActor: `MainActor.self`, where the handler runs.
  ///   - handler: Called on the main actor with each event.
  @discardableResult
  public func next(
    on mainActor: MainActor.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Subscription {
    scheduler(.main).subscribe(fileID, line) { event in MainActor.assumeIsolated { handler(event) } }
  }

  /// Calls `handler` on `scheduler`: `scheduler(scheduler).next(handler)`. See ``scheduler(_:)``.
  ///
  /// - Parameters:
  ///   - scheduler: Where the handler runs, with one event at a time.
  ///   - handler: Called on `scheduler` with each event.
  @discardableResult
  public func next(
    on scheduler: Scheduler, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) -> Subscription { self.scheduler(scheduler).subscribe(fileID, line, handling: handler) }

  /// Calls `handler` on `actor`, one event at a time, in order. The subscription does not keep `actor` alive, and ends
  /// with `actor` as with any owner. For an asynchronous handler, see ``task(on:fileID:line:_:)``.
  ///
  /// - Parameters:
  ///   - actor: Where the handler runs. It receives the actor, isolated.
  ///   - handler: Called on `actor` with each event.
  @discardableResult
  public func next<Isolation: Actor>(
    on actor: Isolation, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (isolated Isolation, Value) -> Void
  ) -> Subscription {
    subscription(endingWith: actor) { bond in
      scheduler(.isolated(to: actor)).subscribe(fileID, line, bond: bond) { [weak actor] event in
        if let actor { actor.assumeIsolated { handler($0, event) } }
      }
    }
  }

  /// Calls a handler that may throw. Its error reaches neither another handler nor the dispatching code. The error goes
  /// to ``EventBus/failures``, or ``EventBus/deliver(_:policy:isolation:fileID:line:)`` throws it.
  ///
  /// - Parameter handler: Called with each event, inside the dispatch or on the selected queue.
  @discardableResult
  public func tryNext(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ handler: @escaping @Sendable (Value) throws -> Void
  ) -> Subscription {
    if let scheduler {
      subscribe(fileID, line, reaction: SchedulerEventQueue(core, scheduler.worker, waitingLimit, handler))
    } else {
      subscribe(fileID, line, reaction: Attempt(core, handler))
    }
  }

  /// Calls an asynchronous handler in a task of the subscription, with one event at a time, in order. A dispatch starts
  /// the task and does not wait; ``EventBus/deliver(_:policy:isolation:fileID:line:)`` waits. Errors go where those of
  /// ``tryNext(fileID:line:_:)`` go.
  ///
  /// The task lasts while events wait. Ending the subscription drops the waiting events, and does not cancel the
  /// running call. The task is detached: handlers do not see the task-local values of the code that dispatches.
  ///
  /// After ``queue(_:)`` or ``scheduler(_:)`` the task runs there, from its first step and after each `await`. Swift
  /// decides otherwise only for code that belongs elsewhere: a function of the main actor or of an actor with an
  /// executor of its own, and an unstructured `Task` that the handler makes. After such an `await` the handler is back
  /// on the queue. On ``Scheduler/immediate`` the task runs on the global executor. If the scheduler drops its work,
  /// the subscription ends, and a call of the handler that has begun continues on a background queue.
  ///
  /// - Parameter handler: Called with each event. The next call begins when this one has returned.
  @discardableResult
  public func task(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (Value) async throws -> Void
  ) -> Subscription {
    subscribe(fileID, line, reaction: TaskEventQueue(core, executor, scheduler?.worker, waitingLimit, handler))
  }

  /// Calls an asynchronous handler on an actor. The subscription does not keep the actor alive, and ends with the actor
  /// as with any owner.
  ///
  /// - Parameters:
  ///   - actor: Where the handler runs. It receives the actor, isolated.
  ///   - handler: Called on `actor` with each event.
  @discardableResult
  public func task<Isolation: Actor>(
    on actor: Isolation, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (isolated Isolation, Value) async throws -> Void
  ) -> Subscription {
    subscription(endingWith: actor) { bond in
      let queue = TaskEventQueue(core, executor, scheduler?.worker, waitingLimit) { [weak actor] event in
        if let actor { try await handler(actor, event) }
      }
      return subscribe(fileID, line, reaction: queue, bond: bond)
    }
  }

  /// Passes `subscribe` a bond to `actor`, in addition to the selection's owner. If `actor` is already being
  /// deallocated, the returned subscription has ended.
  private func subscription(endingWith actor: some Actor, _ subscribe: (OwnerBond) -> Subscription) -> Subscription {
    guard let bond = core.swept.bond(to: actor) else { return .ended }
    let subscription = subscribe(bond)
    Probe.owned(subscription.node, by: actor)
    return subscription
  }
}
