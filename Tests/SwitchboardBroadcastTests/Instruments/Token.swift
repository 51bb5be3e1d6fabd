import SwitchboardBroadcast
import SwitchboardTestSupport

/// A holder through which a handler reaches its own subscription.
final class Token: Sendable {
  private let held = Guarded<Subscription?>(nil)

  var subscription: Subscription? { held.with { $0 } }

  func hold(_ subscription: Subscription) { held.with { $0 = subscription } }
  func dispose() { subscription?.dispose() }
}
