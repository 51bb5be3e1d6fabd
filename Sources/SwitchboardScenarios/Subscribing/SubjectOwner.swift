internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let subjectOwner = pair(
    "subject-owner", "A subject's subscription that belongs to an owner with a lifetime; its closure holds the owner.",
    clean: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        ticks.subscribe(
          owner: player, onNext: { player, _ in player.advance() }, onError: { player, _ in player.advance() },
          onCompleted: { player in player.advance() })
        ticks.send(1)
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        ticks.subscribe(owner: player) { _, _ in player.advance() }
        ticks.send(1)
      }
    })
}
