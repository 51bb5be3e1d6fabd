internal import Switchboard
internal import SwitchboardLeaks
internal import SwitchboardVirtualTime

extension Scenario {
  static let timers = pair(
    "timers", "Timers that end, and a timer that never stops.",
    clean: {
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        Signal<Int, Never>.interval(.seconds(3600), on: .main).subscribe(into: bag) { _ in player.advance() }
        bag.dispose()
        Signal<Int, Never>.interval(.seconds(3600), on: .main).subscribe(owner: player) { player, _ in player.advance()
        }
        let scheduler = TestScheduler()
        Signal<Int, Never>.timer(after: .seconds(1), on: scheduler).subscribe { _ in player.advance() }
        scheduler.run()
      }
    },
    leaking: {
      let scheduler = TestScheduler()
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        Signal<Int, Never>.interval(.seconds(3600), on: scheduler).subscribe { _ in player.advance() }
      }
    })
}
