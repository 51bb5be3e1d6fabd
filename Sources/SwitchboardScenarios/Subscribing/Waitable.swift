internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let waitable = pair(
    "waitable", "A waitable subscription.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let subscription = ticks.subscribeWaitable { _ in player.advance() }
        ticks.send(1)
        subscription.disposeAndWait()
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        _ = ticks.subscribeWaitable { _ in player.advance() }
        ticks.send(1)
      }
    })
}
