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
  ///
  /// - Parameter policy: What happens after an error, and whether asynchronous handlers overlap.
  /// - Returns: Whether the event had a subscriber. If it had none, a ``DeadEvent`` is dispatched.
  /// - Throws: ``EventDeliveryError`` with the errors that handlers threw. None of these errors goes to ``failures``.
  @discardableResult
  public func deliver<E: Event>(
    _ event: E, policy: EventDeliveryPolicy = .continueOnError, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(EventDeliveryError) -> Bool {
    var steps = DeliverySteps()
    core.collect(event, &steps)
    if steps.steps.isEmpty {
      dispatchDeadEvent(for: event, .bus, fileID, line)
      return false
    }
    var failures: [EventFailure?] = []
    var futures: [(index: Int, future: HandlingFuture)] = []
    // Any handler of the audience may borrow the delivery, so the frame has no limit.
    var frame = DispatchFrame(limit: .max)
    var trace = Probe.OfDelivery()
    for step in steps.steps where !frame.isCancelled && step.isDue {
      Probe.reached(step.subscription, &trace, fileID, line)
      var failure: EventFailure?
      switch step.action {
      case .attempt(let body): unsafe DispatchFrame.enter(&frame) { failure = body() }
      case .post(let body):
        let future = body()
        if policy == .concurrent {
          futures.append((failures.count, future))
        } else {
          Probe.paused(&trace, fileID, line)
          failure = await future.outcome
          Probe.resumed(&trace)
        }
      }
      failures.append(failure)
      if failure != nil, policy == .stopOnError { break }
    }
    Probe.ended(&trace)
    for (index, future) in futures { failures[index] = await future.outcome }
    let all = failures.compactMap { $0 }
    if !all.isEmpty { throw EventDeliveryError(all) }
    return true
  }
}

/// The work that delivers an event to one subscription.
@usableFromInline
struct DeliveryStep: Sendable {
  enum Action: Sendable {
    /// A call of the handler, which returns the failure if there was one.
    case attempt(@Sendable () -> EventFailure?)
    /// Work that runs elsewhere. The future tells when the work has ended.
    case post(@Sendable () -> HandlingFuture)
  }
  let subscription: SubscriptionNode
  let condition: AudienceCondition?
  let action: Action

  /// Whether the subscription has not ended and its owner lives, when its turn comes.
  var isDue: Bool { !subscription.isDisposed && condition?.isOwnerGone() != true }
}

/// The steps of the whole audience, in order.
@usableFromInline
struct DeliverySteps {
  /// The highest number of a subscription in the audience, as in a ``DispatchFrame``.
  let limit = SubscriptionNumber.last
  /// Whether another process has sent the event.
  var isRemote = false
  var steps: [DeliveryStep] = []
}

extension BusSubscriber {
  /// Adds the step that delivers `event` to this subscriber. Runs inside a visit.
  func step(_ event: Value, _ steps: inout DeliverySteps) {
    var action: DeliveryStep.Action?
    if let reaction {
      if steps.isRemote, reaction is Forwarder<Value> { return }
      action = reaction.step(event)
    } else if let handler = retainedHandler {
      action = .attempt {
        handler(event)
        return nil
      }
    }
    if let action { steps.steps.append(DeliveryStep(subscription: self, condition: condition, action: action)) }
  }
}

extension BusCore {
  func collect<E: Event>(_ event: E, _ steps: inout DeliverySteps) {
    if Swift.type(of: event) == E.self { return collectExact(event, &steps) }
    func go<Exact: Event>(_: Exact.Type) {
      if let exact = event as? Exact { collectExact(exact, &steps) }
    }
    go(exactType(of: event))
  }

  private func collectExact<E: Event>(_ event: E, _ steps: inout DeliverySteps) {
    audience(of: event).forEach(while: { true }) { list in
      list.collect(event, &steps)
    } supertype: { list in
      list.collectCasting(event, &steps)
    }
  }
}

/// The result of one asynchronous handling of an event, which a delivery awaits. A future is used once. Releasing its
/// resolver without a result reports success.
final class HandlingFuture: Sendable {
  private struct State {
    var isDone = false
    var failure: EventFailure?
    var waiter: (@Sendable (EventFailure?) -> Void)?
  }
  private let state = Lock(State())

  func resolve(_ failure: EventFailure?) {
    let waiter = state.withLock { state -> (@Sendable (EventFailure?) -> Void)? in
      if state.isDone { return nil }
      state.isDone = true
      state.failure = failure
      return state.waiter.take()
    }
    waiter?(failure)
  }

  /// The failure, or nil after success. The caller may await the outcome only once.
  var outcome: EventFailure? {
    get async {
      await withCheckedContinuation { waiter in whenDone { waiter.resume(returning: $0) } }
    }
  }

  /// Calls `action` with the failure, or with nil after success: now if the result is known, otherwise on the thread
  /// that reports the result. May be called only once.
  func whenDone(_ action: @escaping @Sendable (EventFailure?) -> Void) {
    let (isDone, failure) = state.withLock { state -> (Bool, EventFailure?) in
      if !state.isDone { state.waiter = action }
      return (state.isDone, state.failure)
    }
    if isDone { action(failure) }
  }

  /// The side of the code that handles the event. A resolver reports the result to its future.
  final class Resolver: Sendable {
    private let future: HandlingFuture
    /// What a link tells the handler about the event, if another process has sent the event.
    let context = RemoteContext.current
    init(_ future: HandlingFuture) { self.future = future }
    deinit { future.resolve(nil) }
    func resolve(_ failure: EventFailure?) { future.resolve(failure) }
  }
}
