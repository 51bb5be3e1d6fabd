package import Switchboard
package import SwitchboardTestSupport

/// An owner with a lifetime.
package final class Player: LifetimeOwner, Sendable {
  package let lifetime = Lifetime()
  package let journal = Journal<Int>()
  private let onDeinit: (@Sendable (Player) -> Void)?

  package init(onDeinit: (@Sendable (Player) -> Void)? = nil) { self.onDeinit = onDeinit }

  deinit { onDeinit?(self) }
}

/// An owner without a lifetime, so the library is not told when it is deallocated.
package final class Stranger: Sendable {
  package let journal = Journal<Int>()
  private let onDeinit: (@Sendable (Stranger) -> Void)?

  package init(onDeinit: (@Sendable (Stranger) -> Void)? = nil) { self.onDeinit = onDeinit }

  deinit { onDeinit?(self) }
}
