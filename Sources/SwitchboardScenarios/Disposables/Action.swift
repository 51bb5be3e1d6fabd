internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let action = pair(
    "action-disposable", "An action that is never run holds the owner.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        ticks.subscribe(into: bag)
        bag.add(ActionDisposable { player.advance() })
        bag.dispose()
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let bagOfTheApp = CompositeDisposable()
      return { scope in
        leaksBelow(.retained, .elsewhere)
        let player = scope.track(Player())
        bagOfTheApp.add(ActionDisposable { player.advance() })
        ticks.subscribe(owner: player) { player, _ in player.advance() }
      }
    })
}
