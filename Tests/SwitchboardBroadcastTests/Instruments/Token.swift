import SwitchboardBroadcast
import SwitchboardTestSupport

/// A place for a subscription that its own handler wants to reach.
final class Token: Sendable {
  private let held = Guarded<Subscription?>(nil)

  var subscription: Subscription? { held.with { $0 } }

  func hold(_ subscription: Subscription) { held.with { $0 = subscription } }
  func dispose() { subscription?.dispose() }
}
