internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let shared = pair(
    "shared", "A shared signal keeps its source while it has a subscriber; one subscriber never leaves.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        for shared in [ticks.share(replay: 1), ticks.publish().autoconnect(), ticks.publish().autoconnect(after: 2)] {
          shared.subscribe(into: bag) { _ in player.advance() }
          shared.subscribe(into: bag) { _ in player.advance() }
          shared.subscribe(owner: player) { player, _ in player.advance() }
        }
        ticks.send(1)
        bag.dispose()
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained, .closures)
        let shared = ticks.share(replay: 1)
        leaksBelow(.retained, .closures)
        shared.subscribe { _ in player.advance() }
        shared.subscribe { _ in }.dispose()
        ticks.send(1)
      }
    })
}
