import SwitchboardBroadcast
import Testing

/// A broadcaster in an object, as a user would hold it. The broadcaster is deallocated with the hub.
final class Hub<Value: Sendable>: Sendable {
  private let broadcaster: Broadcaster<Value>

  init(_ delivery: Delivery = .serial) { broadcaster = Broadcaster(delivery == .serial ? .serial : .concurrent) }

  @discardableResult
  func subscribe(waitable: Bool = false, _ handler: @escaping @Sendable (Value) -> Void) -> Subscription {
    broadcaster.subscribe(waitable: waitable, handler)
  }
  func send(_ value: Value) { broadcaster.send(value) }
  func dispatch(_ value: Value) { broadcaster.dispatch(value) }
  func terminate(_ event: @escaping @Sendable (Subscription) -> Void) {
    broadcaster.terminate { event(Subscription($0)) }
  }
  func terminate(with value: Value) {
    broadcaster.terminate { node in
      // Sound: the registry admits only its own subscribers.
      unsafeDowncast(node, to: Subscriber<Value>.self).call(value)
    }
  }
  var census: Census { broadcaster.census }
  func checkInvariants() { broadcaster.registry.checkInvariants() }

  /// Subscribes a handler that can end its own subscription.
  @discardableResult
  func subscribeWithToken(_ handler: @escaping @Sendable (Value, Token) -> Void) -> Token {
    let token = Token()
    token.hold(subscribe { [weak token] value in if let token { handler(value, token) } })
    return token
  }

  /// Calls `send` for serial delivery, and `dispatch` for concurrent delivery. The hub must have been made for
  /// `delivery`.
  func deliver(_ value: Value, _ delivery: Delivery) {
    switch delivery {
    case .serial: send(value)
    case .concurrent: dispatch(value)
    }
  }
}

enum Delivery: CaseIterable, Sendable { case serial, concurrent }

extension Census {
  /// Whether the memory is within the bounds that hold at rest (promise R10).
  var isWithinBounds: Bool { capacity <= 4 * count + 16 && (count > 0 || capacity <= 2) }
}

extension Subscription {
  /// Waits like a `WaitableSubscription`. The subscription must have been made with `waitable: true`.
  func disposeAndWait() { WaitableSubscription(node).disposeAndWait() }
}

extension [Subscription] {
  var haveEnded: Bool { !contains { !$0.isDisposed } }
}
