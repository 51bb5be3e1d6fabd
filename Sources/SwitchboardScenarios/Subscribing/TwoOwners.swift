internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let twoOwners = leaking(
    "two-owners", "Two closures hold two owners of different types: the findings name both."
  ) {
    let ticks = PublishSubject<Int, Never>(name: "ticks")
    return { scope in
      let player = scope.track(Player())
      let sign = scope.track(Sign())
      leaksBelow(.retained)
      ticks.subscribe { _ in player.advance() }
      leaksBelow(.retained)
      ticks.map { $0 + 1 }.subscribe { _ in sign.show() }
      leaksBelow(.orphan)
      ticks.subscribe { [weak player] _ in player?.advance() }
    }
  }
}
