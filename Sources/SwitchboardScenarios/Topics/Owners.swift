internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let lifetimeKept = pair(
    "lifetime-kept", "A lifetime that the program keeps outlives its owner; so do its subscriptions.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        ticks.map { $0 + 1 }.subscribe(owner: player) { player, _ in player.advance() }
        ticks.subscribe(owner: player) { player, _ in player.advance() }
        // A reference to a bound disposable does not keep the lifetime alive.
        let bound = ActionDisposable {}
        player.lifetime.add(bound)
        ticks.send(1)
        withExtendedLifetime(bound) {}
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let lifetimes = ObjectStore<Lifetime>()
      return { scope in
        let player = scope.track(Player())
        lifetimes.put(player.lifetime)
        leaksBelow(.orphan)
        ticks.subscribe(owner: player) { player, _ in player.advance() }
        leaksBelow(.orphan)
        ticks.map { $0 + 1 }.subscribe(owner: player) { player, _ in player.advance() }
      }
    })
}
