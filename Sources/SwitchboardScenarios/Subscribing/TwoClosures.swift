internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let twoClosures = leaking("two-closures", "Two closures hold one owner, each alone: the findings name both.") {
    let ticks = PublishSubject<Int, Never>(name: "ticks")
    let beats = BehaviorSubject<Int, Never>(0, name: "beats")
    return { scope in
      let player = scope.track(Player())
      leaksBelow(.retained)
      ticks.subscribe { _ in player.advance() }
      // No finding names this subscription, because it ends with the player.
      ticks.subscribe(owner: player) { player, _ in player.advance() }
      leaksBelow(.retained)
      beats.subscribe { _ in player.advance() }
    }
  }
}
