import SwitchboardBroadcast

/// What is to be done to deliver an event to one subscription.
@usableFromInline
struct DeliveryStep: Sendable {
  enum Action: Sendable {
    case call(@Sendable () -> Void)
    case attempt(@Sendable () -> EventFailure?)
    /// It happens elsewhere; the ticket tells when it has.
    case post(@Sendable () -> Ticket)
  }
  let subscription: Subscription
  let action: Action
}

/// The same for all of the audience, in order.
@usableFromInline
struct DeliverySteps {
  /// As that of a ``DispatchFrame``.
  let limit = SubscriptionNumber.last
  var steps: [DeliveryStep] = []
}

extension BusSubscriber {
  /// Adds what is to be done with `event`. Inside a visit.
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
      audience.narrow?.level(at: priority)?.collect(event, &steps)
      audience.type?.level(at: priority)?.collect(event, &steps)
      for other in audience.wide { other.collect(event, at: priority, &steps) }
      last = priority
    }
  }
}
