import SwitchboardBroadcast

/// The work that delivers an event to one subscription.
@usableFromInline
struct DeliveryStep: Sendable {
  enum Action: Sendable {
    case call(@Sendable () -> Void)
    case attempt(@Sendable () -> EventFailure?)
    /// Work that runs elsewhere. The future tells when the work has ended.
    case post(@Sendable () -> HandlingFuture)
  }
  let subscription: SubscriptionNode
  let action: Action
}

/// The steps of the whole audience, in order.
@usableFromInline
struct DeliverySteps {
  /// The highest number of a subscription in the audience, as in a ``DispatchFrame``.
  let limit = SubscriptionNumber.last
  var steps: [DeliveryStep] = []
}

extension BusSubscriber {
  /// Adds the step that delivers `event` to this subscriber. Runs inside a visit.
  func step(_ event: Value, _ steps: inout DeliverySteps) {
    if let reaction {
      steps.steps.append(DeliveryStep(subscription: self, action: reaction.step(event)))
    } else if let handler = retainedHandler {
      steps.steps.append(DeliveryStep(subscription: self, action: .call { handler(event) }))
    }
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
    let audience = audience(of: event)
    var last: Int?
    while let priority = audience.priority(below: last) {
      audience.subtype?.list(at: priority)?.collect(event, &steps)
      audience.type?.list(at: priority)?.collect(event, &steps)
      for other in audience.supertypes { other.collect(event, at: priority, &steps) }
      last = priority
    }
  }
}
