internal import Switchboard
internal import SwitchboardLeaks
internal import SwitchboardVirtualTime

extension Scenario {
  static let timeOperators = pair(
    "time-operators", "Each operator with a scheduler, with a handler that holds the owner.",
    clean: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let scheduler = TestScheduler()
        let bag = CompositeDisposable()
        ticks.debounce(.seconds(1), on: scheduler).subscribe(into: bag) { _ in player.advance() }
        ticks.throttle(.seconds(1), on: scheduler).subscribe(into: bag) { _ in player.advance() }
        ticks.timeout(after: .seconds(9), raising: Refusal(), on: scheduler).subscribe(into: bag) { _ in
          player.advance()
        }
        ticks.timeout(between: .seconds(9), raising: Refusal(), on: scheduler).subscribe(into: bag) { _ in
          player.advance()
        }
        ticks.sample(every: .seconds(1), on: scheduler).subscribe(into: bag) { _ in player.advance() }
        ticks.buffer(for: .seconds(1), on: scheduler).subscribe(into: bag) { _ in player.advance() }
        ticks.retry(after: .seconds(1), on: scheduler).subscribe(into: bag) { _ in player.advance() }
        ticks.repeat(after: .seconds(1), on: scheduler).subscribe(into: bag) { _ in player.advance() }
        ticks.send(1)
        scheduler.advance(by: .seconds(1))
        ticks.send(2)
        bag.dispose()
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let scheduler = TestScheduler()
        leaksBelow(.retained)
        ticks.debounce(.seconds(1), on: scheduler).subscribe { _ in player.advance() }
        leaksBelow(.retained)
        ticks.throttle(.seconds(1), on: scheduler).subscribe { _ in player.advance() }
        leaksBelow(.retained)
        ticks.sample(every: .seconds(1), on: scheduler).subscribe { _ in player.advance() }
        leaksBelow(.retained)
        ticks.buffer(for: .seconds(1), on: scheduler).subscribe { _ in player.advance() }
        leaksBelow(.retained)
        ticks.retry(after: .seconds(1), on: scheduler).subscribe { _ in player.advance() }
        leaksBelow(.retained)
        ticks.repeat(after: .seconds(1), on: scheduler).subscribe { _ in player.advance() }
        ticks.send(1)
        scheduler.advance(by: .seconds(1))
      }
    })
}
