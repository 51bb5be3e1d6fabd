internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let signalOwner = pair(
    "signal-owner", "A signal's subscription that belongs to an owner with a lifetime; its closure holds the owner.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        ticks.map { $0 + 1 }.subscribe(owner: player) { player, _ in player.advance() }
        ticks.send(1)
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        ticks.map { $0 + 1 }.subscribe(owner: player) { _, _ in player.advance() }
        ticks.send(1)
      }
    })
}
