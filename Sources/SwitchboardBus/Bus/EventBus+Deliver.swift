import SwitchboardBroadcast

extension EventBus {
  /// Delivers `event`, and returns when all handlers are done with it: asynchronous ones, and those on queues and actors, included.
  ///
  /// The audience and its order are those of ``dispatch(_:fileID:line:)``; who is disposed before its turn does not get the event. Handlers that are called
  /// on the spot run in the isolation of the caller. Cancelling the caller's task cancels no handler, and does not make this return earlier.
  ///
  /// Two handlers that each await a delivery to the other wait for ever; so does a handler of ``EventSelection/task(fileID:line:_:)`` that awaits one to itself.
  ///
  /// Cost: an allocation or two for each subscription.
  ///
  /// - Parameter policy: What an error does, and whether asynchronous handlers overlap.
  /// - Returns: Whether somebody was there.
  /// - Throws: ``EventDeliveryError`` with what handlers threw; none of it goes to ``failures``.
  @discardableResult
  public func deliver<E: Event>(
    _ event: E, policy: EventDeliveryPolicy = .continueOnError, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(EventDeliveryError) -> Bool {
    var steps = DeliverySteps()
    core.collect(event, &steps)
    if steps.steps.isEmpty {
      mourn(event, .bus, fileID, line)
      return false
    }
    var failures: [EventFailure?] = []
    var tickets: [(index: Int, ticket: Ticket)] = []
    // Any handler of the audience may borrow it.
    var frame = DispatchFrame(limit: .max)
    for step in steps.steps where !frame.isCancelled && !step.subscription.isDisposed {
      BusProbe.delivered(to: step.subscription)
      var failure: EventFailure?
      switch step.action {
      case .call(let body): DispatchFrame.enter(&frame, body)
      case .attempt(let body): DispatchFrame.enter(&frame) { failure = body() }
      case .post(let body):
        let ticket = body()
        if policy == .concurrent { tickets.append((failures.count, ticket)) } else { failure = await ticket.outcome }
      }
      failures.append(failure)
      if failure != nil, policy == .stopOnError { break }
    }
    for (index, ticket) in tickets { failures[index] = await ticket.outcome }
    let all = failures.compactMap { $0 }
    if !all.isEmpty { throw EventDeliveryError(all) }
    return true
  }
}
