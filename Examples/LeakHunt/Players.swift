import Switchboard

/// A player of a music program. Its closure keeps it alive: the clock keeps the closure, so no player is deallocated.
final class LeakingPlayer: Sendable {
  private let position = Property(0)

  init(_ clock: PublishSubject<Int, Never>) {
    clock.subscribe { seconds in self.advance(seconds) }
  }

  private func advance(_ seconds: Int) { position.update { $0 += seconds } }
}

/// The same player, repaired: `owner:` hands the player to the closure, and the subscription ends with the player.
final class Player: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  private let position = Property(0)

  init(_ clock: PublishSubject<Int, Never>) {
    clock.subscribe(owner: self) { player, seconds in player.advance(seconds) }
  }

  private func advance(_ seconds: Int) { position.update { $0 += seconds } }
}
