internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let lifetimeAdd = pair(
    "lifetime-add", "A subscription bound to its owner's lifetime, or to one that lasts longer.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        player.lifetime.add(ticks.subscribe { [weak player] _ in player?.advance() })
        player.lifetime.add(ticks.map { $0 }.subscribe { [weak player] _ in player?.advance() })
        player.lifetime.add(ActionDisposable {})
        // So many subscriptions that the lifetime's storage must grow. Some subscriptions end early and leave it.
        for count in 0..<40 {
          let subscription = ticks.subscribe(owner: player) { player, _ in player.advance() }
          if count % 3 == 0 { subscription.dispose() }
        }
        ticks.send(1)
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let app = Player()
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.orphan)
        let subscription = ticks.subscribe { [weak player] _ in player?.advance() }
        app.lifetime.add(subscription)
      }
    })
}
