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

/// The work that delivers an event to one subscription.
@usableFromInline
struct DeliveryStep: Sendable {
  enum Action: Sendable {
    /// A call of the handler.
    case attempt(@Sendable () -> HandlingOutcome)
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
        return .handled
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

/// What became of an event at one handler.
enum HandlingOutcome: Sendable {
  case handled
  /// The subscription ended before its handler was called.
  case abandoned
  case failed(EventFailure)

  var failure: EventFailure? { if case .failed(let failure) = self { failure } else { nil } }
}

/// The result of one asynchronous handling of an event, which a delivery awaits. A future is used once. Its resolver is
/// released without a result when the subscription ends while the event waits.
final class HandlingFuture: Sendable {
  private struct State {
    var outcome: HandlingOutcome?
    var waiter: (@Sendable (HandlingOutcome) -> Void)?
  }
  private let state = Lock(State())

  func resolve(_ outcome: HandlingOutcome) {
    let waiter = state.withLock { state -> (@Sendable (HandlingOutcome) -> Void)? in
      if state.outcome != nil { return nil }
      state.outcome = outcome
      return state.waiter.take()
    }
    waiter?(outcome)
  }

  /// The outcome. The caller may await the outcome only once.
  var outcome: HandlingOutcome {
    get async {
      await withCheckedContinuation { waiter in whenDone { waiter.resume(returning: $0) } }
    }
  }

  /// Calls `action` with the outcome: now if the outcome is known, otherwise on the thread that reports the outcome.
  /// May be called only once.
  func whenDone(_ action: @escaping @Sendable (HandlingOutcome) -> Void) {
    let outcome = state.withLock { state -> HandlingOutcome? in
      if state.outcome == nil { state.waiter = action }
      return state.outcome
    }
    if let outcome { action(outcome) }
  }

  /// The side of the code that handles the event. A resolver reports the result to its future.
  final class Resolver: Sendable {
    private let future: HandlingFuture
    /// What a link tells the handler about the event, if another process has sent the event.
    let context = RemoteContext.current
    init(_ future: HandlingFuture) { self.future = future }
    deinit { future.resolve(.abandoned) }
    func resolve(_ outcome: HandlingOutcome) { future.resolve(outcome) }
  }
}
