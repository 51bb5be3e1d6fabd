internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let behaviorSubscribers = pair(
    "behavior-subscribers", "Each way to subscribe to a behavior subject.",
    clean: {
      let volume = BehaviorSubject<Int, Never>(0, name: "volume")
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        player.lifetime.add(bag)
        let subscription = volume.subscribe { _ in player.advance() }
        volume.subscribe(into: bag) { [weak player] _ in player?.advance() }
        volume.subscribe(owner: player) { player, _ in player.advance() }
        let observer = Observer<Int, Never>(onNext: { _ in })
        volume.subscribe(observer)
        volume.send(volume.value + 1)
        subscription.dispose()
        observer.dispose()
      }
    },
    leaking: {
      let volume = BehaviorSubject<Int, Never>(0, name: "volume")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.orphan)
        volume.subscribe { [weak player] _ in player?.advance() }
        volume.send(1)
      }
    })
}
