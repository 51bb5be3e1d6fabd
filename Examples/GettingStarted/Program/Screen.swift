import Switchboard

final class Screen: LifetimeOwner, Sendable {
  let lifetime = Lifetime()

  func show(_ text: String) { print("the screen shows: \(text)") }
}
