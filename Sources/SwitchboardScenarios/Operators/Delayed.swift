internal import Switchboard
internal import SwitchboardLeaks
internal import SwitchboardVirtualTime

extension Scenario {
  static let delayed = pair(
    "delay",
    "Delayed values that still wait when the subscription ends, or when the scheduler is deallocated.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let scheduler = TestScheduler()
        let bag = CompositeDisposable()
        ticks.delay(.seconds(1), on: scheduler).subscribe(into: bag) { _ in player.advance() }
        ticks.delay(.seconds(3600), on: .main).subscribe(into: bag) { _ in player.advance() }
        ticks.send(1)
        bag.dispose()
        // This subscription ends when the delayed value has arrived.
        let brief = PublishSubject<Int, Never>()
        brief.delay(.seconds(1), on: scheduler).subscribe { _ in player.advance() }
        brief.send(1)
        brief.sendCompleted()
        scheduler.run()
        // The scheduler never delivers this value; the subscription ends when the scheduler is deallocated.
        Signal<Int, Never>.just(1).delay(.seconds(1), on: scheduler).subscribe { _ in player.advance() }
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let scheduler = TestScheduler()
        leaksBelow(.retained)
        ticks.delay(.seconds(1), on: scheduler).subscribe { _ in player.advance() }
        ticks.send(1)
        scheduler.run()
      }
    })
}
