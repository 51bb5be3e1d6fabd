internal import Switchboard
internal import SwitchboardLeaks

private struct Goal: Event {}

extension Scenario {
  static let busOwners = pair(
    "bus-owners", "A subscription that belongs to an owner, with a lifetime or without; its closure holds the owner.",
    clean: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        bus.subscribe(Goal.self, owner: player) { player, _ in player.advance() }
        bus.on(Goal.self).bound(to: player.lifetime).next { [weak player] _ in player?.advance() }
        // So many owners that at least one sweep runs.
        for _ in 0..<40 { bus.subscribe(Goal.self, owner: scope.track(Sign())) { sign, _ in sign.show() } }
        // The dispatch also ends the subscriptions of deallocated owners.
        bus.dispatch(Goal())
      }
    },
    leaking: {
      let bus = EventBus(name: "bus")
      return { scope in
        let (player, sign) = (scope.track(Player()), scope.track(Sign()))
        leaksBelow(.retained)
        bus.subscribe(Goal.self, owner: player) { _, _ in player.advance() }
        leaksBelow(.retained)
        bus.on(Goal.self).bound(to: player).next { _ in player.advance() }
        leaksBelow(.retained)
        bus.subscribe(Goal.self, owner: sign) { _, _ in sign.show() }
        bus.dispatch(Goal())
      }
    })
}
