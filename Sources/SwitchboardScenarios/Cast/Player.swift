internal import Switchboard

/// An owner with a lifetime.
final class Player: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  func advance() {}
}

/// An owner without a lifetime. A sweep ends the subscriptions that are bound to it.
final class Sign: Sendable {
  func show() {}
}
