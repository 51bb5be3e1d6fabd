internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let observerOfClosures = pair(
    "observer-of-closures", "A signal into an observer made of closures; the source keeps the observer.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let observer = Observer<Int, Never>(onNext: { [weak player] _ in player?.advance() })
        ticks.subscribe(observer)
        ticks.map { $0 + 1 }.subscribe(observer)
        ticks.send(1)
        // Disposing the observer also ends the subscriptions that feed it.
        observer.dispose()
        // No source feeds this observer, so it ends with its last reference.
        _ = Observer<Int, Never>(onNext: { _ in player.advance() }, onCompleted: { player.advance() })
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        // The observer's closure holds the player, and the subscription to the ticks holds the observer.
        leaksBelow(.retained, .closures)
        let observer = Observer<Int, Never>(onNext: { _ in player.advance() })
        leaksBelow(.retained, .closures)
        ticks.subscribe(observer)
        ticks.send(1)
      }
    })
}
