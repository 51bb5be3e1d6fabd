internal import Switchboard

/// An owner that says how long it lives.
final class Player: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  func advance() {}
}

/// An owner that cannot say how long it lives: what is bound to it is swept.
final class Sign: Sendable {
  func show() {}
}
