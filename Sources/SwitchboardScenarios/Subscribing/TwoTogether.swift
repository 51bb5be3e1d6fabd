internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let twoTogether = leaking(
    "two-together",
    "Two closures hold one owner only together: the first holds the owner, the second the source of the first."
  ) {
    let ticks = PublishSubject<Int, Never>(name: "ticks")
    let beats = PublishSubject<Int, Never>(name: "beats")
    return { scope in
      let player = scope.track(Player())
      leaksBelow(.retained, .closures)
      let advancing = ticks.subscribe { _ in player.advance() }.scoped
      leaksBelow(.retained, .closures)
      beats.subscribe { beat in if beat > 99 { advancing.dispose() } }
    }
  }
}
