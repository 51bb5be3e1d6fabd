internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let eachOperator = pair(
    "each-operator", "Each operator with one source, with a closure that holds the owner.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let hold: @Sendable (Int) -> Int = {
          player.advance()
          return $0
        }
        let bag = CompositeDisposable()
        ticks.map(hold).subscribe(into: bag)
        ticks.compactMap(hold).subscribe(into: bag)
        ticks.filter { hold($0) > 0 }.subscribe(into: bag)
        ticks.scan(0) { hold($0 + $1) }.subscribe(into: bag)
        ticks.take(1).map(hold).subscribe()
        ticks.take(0).map(hold).subscribe()
        ticks.skip(1).map(hold).subscribe(into: bag)
        ticks.distinctUntilChanged { hold($0) == $1 }.subscribe(into: bag)
        ticks.startWith(1).map(hold).subscribe(into: bag)
        ticks.map(hold).materialize().dematerialize().subscribe(into: bag)
        ticks.do(onSubscribe: { _ = hold(0) }, onDispose: { _ = hold(0) }).subscribe(into: bag)
        ticks.do { _ = hold($0) }.do(onCompleted: { _ = hold(0) }).do(onTerminal: { _ = hold(0) }).subscribe(into: bag)
        ticks.send(1)
        bag.dispose()
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let hold: @Sendable (Int) -> Int = {
          player.advance()
          return $0
        }
        leaksBelow(.retained)
        ticks.map(hold).subscribe()
        leaksBelow(.retained)
        ticks.compactMap(hold).subscribe()
        leaksBelow(.retained)
        ticks.filter { hold($0) > 0 }.subscribe()
        leaksBelow(.retained)
        ticks.scan(0) { hold($0 + $1) }.subscribe()
        leaksBelow(.retained)
        ticks.take(3).map(hold).subscribe()
        leaksBelow(.retained)
        ticks.skip(1).map(hold).subscribe()
        leaksBelow(.retained)
        ticks.distinctUntilChanged { hold($0) == $1 }.subscribe()
        leaksBelow(.retained)
        ticks.startWith(1).map(hold).subscribe()
        leaksBelow(.retained)
        ticks.map(hold).materialize().dematerialize().subscribe()
        leaksBelow(.retained)
        ticks.do(onDispose: { _ = hold(0) }).subscribe()
        leaksBelow(.retained)
        ticks.do(onTerminal: { _ = hold(0) }).subscribe()
      }
    })
}
