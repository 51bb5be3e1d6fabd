internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let serial = pair(
    "serial-disposable", "Each new subscription replaces the previous subscription, or is added to it.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let current = SerialDisposable()
        for _ in 0..<5 { current.disposable = ticks.subscribe { _ in player.advance() } }
        current.dispose()
        current.disposable = ticks.subscribe { _ in player.advance() }
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let current = SerialDisposable()
      return { scope in
        let player = scope.track(Player())
        for _ in 0..<5 {
          current.disposable?.dispose()
          // This subscription is not stored; only the second one is.
          leaksBelow(.orphan, each: 5)
          ticks.subscribe { [weak player] _ in player?.advance() }
          current.disposable = ticks.subscribe { [weak player] _ in player?.advance() }
        }
      }
    })
}
