internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let signalIntoBag = pair(
    "signal-into-bag", "A signal's subscription in a bag that is disposed, or in one that a program keeps.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        player.lifetime.add(bag)
        ticks.filter { $0 > 0 }.subscribe(into: bag) { [weak player] _ in player?.advance() }
        ticks.send(1)
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let bagOfTheApp = CompositeDisposable()
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        ticks.filter { $0 > 0 }.subscribe(into: bagOfTheApp) { _ in player.advance() }
        ticks.send(1)
      }
    })
}
