internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let replayedOwner = pair(
    "replayed-owner", "A value that a replay subject keeps holds the owner.",
    clean: {
      let shown = ReplaySubject<ObjectIdentifier, Never>(capacity: 1, name: "shown")
      return { scope in
        let player = scope.track(Player())
        shown.send(ObjectIdentifier(player))
        shown.subscribe(owner: player) { player, _ in player.advance() }
      }
    },
    leaking: {
      leaksBelow(.growing, .values)
      let shown = ReplaySubject<Player, Never>(name: "shown")
      return { scope in
        leaksBelow(.retained, .elsewhere)
        let player = scope.track(Player())
        shown.send(player)
        shown.subscribe(owner: player) { player, _ in player.advance() }
      }
    })
}
