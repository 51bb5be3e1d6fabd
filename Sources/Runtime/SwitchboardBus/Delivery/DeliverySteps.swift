package import SwitchboardBroadcast

/// The work that delivers an event to one subscription.
@usableFromInline
package struct DeliveryStep: Sendable {
  package enum Action: Sendable {
    /// A call of the handler.
    case attempt(@Sendable () -> HandlingOutcome)
    /// Work that runs elsewhere. The future tells when the work has ended.
    case post(@Sendable () -> HandlingFuture)
  }
  package let subscription: SubscriptionNode
  let condition: AudienceCondition?
  package let action: Action

  /// Whether the subscription has not ended and its owner lives, when its turn comes.
  package var isDue: Bool { !subscription.isDisposed && condition?.isOwnerGone() != true }
}

/// The steps of the whole audience, in order.
@usableFromInline
struct DeliverySteps {
  /// The highest number of a subscription in the audience, as in a ``DispatchFrame``.
  let limit = SubscriptionNumber.last
  var steps: [DeliveryStep] = []
}

extension BusCore {
  /// Returns the steps of the whole audience of an event, in order.
  package func steps<E: Event>(for event: E) -> [DeliveryStep] {
    var steps = DeliverySteps()
    collect(event, &steps)
    return steps.steps
  }

  private func collect<E: Event>(_ event: E, _ steps: inout DeliverySteps) {
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

extension BusSubscriber {
  /// Adds the step that delivers `event` to this subscriber. Runs inside a visit.
  func step(_ event: Value, _ steps: inout DeliverySteps) {
    var action: DeliveryStep.Action?
    if let reaction {
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
