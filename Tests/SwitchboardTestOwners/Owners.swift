package import Switchboard
package import SwitchboardTestSupport

/// Has a lifetime.
package final class Player: LifetimeOwner, Sendable {
  package let lifetime = Lifetime()
  package let journal = Journal<Int>()
  private let onDeinit: (@Sendable (Player) -> Void)?

  package init(onDeinit: (@Sendable (Player) -> Void)? = nil) { self.onDeinit = onDeinit }

  deinit { onDeinit?(self) }
}

/// Cannot say when it dies.
package final class Stranger: Sendable {
  package let journal = Journal<Int>()
  private let onDeinit: (@Sendable (Stranger) -> Void)?

  package init(onDeinit: (@Sendable (Stranger) -> Void)? = nil) { self.onDeinit = onDeinit }

  deinit { onDeinit?(self) }
}
