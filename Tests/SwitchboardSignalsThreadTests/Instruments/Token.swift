import Switchboard
import SwitchboardTestSupport

/// A holder through which a handler reaches its own subscription.
final class Token: Sendable {
  private let held = Guarded<(any Disposable)?>(nil)

  func hold(_ disposable: any Disposable) { held.with { $0 = disposable } }
  func dispose() { held.with { $0 }?.dispose() }
}
