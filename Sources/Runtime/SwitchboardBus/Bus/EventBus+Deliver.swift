internal import SwitchboardBroadcast

extension EventBus {
  /// Delivers `event`, and returns when all handlers have handled it, including asynchronous handlers and handlers on
  /// queues and actors.
  ///
  /// The audience and its order are those of ``dispatch(_:fileID:line:)``. A subscription that is disposed before its
  /// turn does not receive the event. Handlers without a queue, an actor or a task run in the isolation of the caller.
  /// Cancelling the caller's task cancels no handler, and does not make this call return earlier.
  ///
  /// Two handlers that each await a delivery to the other wait forever. A handler of
  /// ``EventSelection/task(fileID:line:_:)`` that awaits a delivery to itself also waits forever.
  ///
  /// Cost: one or two allocations for each subscription.
  /// - Parameters:
  ///   - event: The event, which all handlers receive.
  ///   - policy: What happens after an error, and whether asynchronous handlers overlap.
  /// - Returns: Whether the event had a subscriber. If it had none, a ``DeadEvent`` is dispatched.
  /// - Throws: ``EventDeliveryError`` with the errors that handlers threw. None of these errors goes to ``failures``.
  @discardableResult
  public func deliver<E: Event>(
    _ event: E, policy: EventDeliveryPolicy = .continueOnError, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(EventDeliveryError) -> Bool {
    let steps = core.steps(for: event)
    if steps.isEmpty {
      dispatchDeadEvent(for: event, .bus, fileID, line)
      return false
    }
    var failures: [EventFailure?] = []
    var futures: [(index: Int, future: HandlingFuture)] = []
    // Any handler of the audience may borrow the delivery, so the frame has no limit.
    var frame = DispatchFrame(limit: .max)
    var trace = Probe.OfDelivery()
    for step in steps where !frame.isCancelled && step.isDue {
      Probe.reached(step.subscription, &trace, fileID, line)
      var failure: EventFailure?
      switch step.action {
      case .attempt(let body): unsafe DispatchFrame.enter(&frame) { failure = body().failure }
      case .post(let body):
        let future = body()
        if policy == .concurrent {
          futures.append((failures.count, future))
        } else {
          Probe.paused(&trace, fileID, line)
          failure = await future.outcome.failure
          Probe.resumed(&trace)
        }
      }
      failures.append(failure)
      if failure != nil, policy == .stopOnError { break }
    }
    Probe.ended(&trace)
    for (index, future) in futures { failures[index] = await future.outcome.failure }
    let all = failures.compactMap { $0 }
    if !all.isEmpty { throw EventDeliveryError(all) }
    return true
  }
}
