internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let replaySubscribers = pair(
    "replay-subscribers", "Each way to subscribe to a replay subject.",
    clean: {
      let log = ReplaySubject<Int, Never>(capacity: 2, name: "log")
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        player.lifetime.add(bag)
        log.send(1)
        let subscription = log.subscribe { _ in player.advance() }
        log.subscribe(into: bag) { [weak player] _ in player?.advance() }
        log.subscribe(owner: player) { player, _ in player.advance() }
        let observer = Observer<Int, Never>(onNext: { _ in })
        log.subscribe(observer)
        log.send(2)
        subscription.dispose()
        observer.dispose()
        let ended = ReplaySubject<Int, Never>()
        ended.send(1)
        ended.sendCompleted()
        ended.subscribe(onNext: { _ in player.advance() }, onCompleted: { player.advance() })
      }
    },
    leaking: {
      let log = ReplaySubject<Int, Never>(capacity: 2, name: "log")
      return { scope in
        let player = scope.track(Player())
        log.send(1)
        leaksBelow(.retained)
        log.subscribe { _ in player.advance() }
        leaksBelow(.retained)
        log.subscribe(owner: player) { _, _ in player.advance() }
      }
    })
}
