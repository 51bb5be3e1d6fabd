internal import Switchboard
internal import SwitchboardBroadcast
internal import SwitchboardLeaks

extension Scenario {
  static let composite = pair(
    "composite-disposable", "Subscriptions in a bag that lasts: those that end leave it, those taken out continue.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let bagOfTheApp = CompositeDisposable()
      return { scope in
        let player = scope.track(Player())
        for _ in 0..<40 {
          // The bag must not keep the ended disposables alive.
          let subscription = ticks.subscribe(into: bagOfTheApp) { _ in player.advance() }
          _ = scope.track(subscription.node)
          let action = scope.track(ActionDisposable { player.advance() })
          bagOfTheApp.add(action)
          subscription.dispose()
          action.dispose()
        }
        ticks.take(1).subscribe(into: bagOfTheApp) { _ in player.advance() }
        ticks.send(1)
        let bag = CompositeDisposable()
        bag.add(ticks.subscribe { _ in player.advance() })
        bag.dispose()
        // The bag is disposed, so the subscription ends immediately.
        bag.add(ticks.subscribe { _ in player.advance() })
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        leaksBelow(.retained)
        let subscription = ticks.subscribe(into: bag) { _ in player.advance() }
        bag.remove(subscription)
        bag.dispose()
      }
    })
}
