internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let forgottenDispose = pair(
    "forgotten-dispose", "A subject's closures: the program drops the handle and never ends the subscription.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let subscription = ticks.subscribe { [weak player] _ in player?.advance() }
        ticks.send(1)
        subscription.dispose()
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.orphan)
        ticks.subscribe { [weak player] _ in player?.advance() }
        ticks.send(1)
      }
    })
}
