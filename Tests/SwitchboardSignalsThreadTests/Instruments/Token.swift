import Switchboard
import SwitchboardTestSupport

/// A place for a subscription that its own handler wants to reach.
final class Token: Sendable {
  private let held = Guarded<(any Disposable)?>(nil)

  func hold(_ disposable: any Disposable) { held.with { $0 = disposable } }
  func dispose() { held.with { $0 }?.dispose() }
}
