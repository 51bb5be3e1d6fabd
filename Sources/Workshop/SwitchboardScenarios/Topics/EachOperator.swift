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
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let hold: @Sendable (Int) -> Int = {
          player.advance()
          return $0
        }
        expectLeak(.retained)
        ticks.map(hold).subscribe()
        expectLeak(.retained)
        ticks.compactMap(hold).subscribe()
        expectLeak(.retained)
        ticks.filter { hold($0) > 0 }.subscribe()
        expectLeak(.retained)
        ticks.scan(0) { hold($0 + $1) }.subscribe()
        expectLeak(.retained)
        ticks.take(3).map(hold).subscribe()
        expectLeak(.retained)
        ticks.skip(1).map(hold).subscribe()
        expectLeak(.retained)
        ticks.distinctUntilChanged { hold($0) == $1 }.subscribe()
        expectLeak(.retained)
        ticks.startWith(1).map(hold).subscribe()
        expectLeak(.retained)
        ticks.map(hold).materialize().dematerialize().subscribe()
        expectLeak(.retained)
        ticks.do(onDispose: { _ = hold(0) }).subscribe()
        expectLeak(.retained)
        ticks.do(onTerminal: { _ = hold(0) }).subscribe()
      }
    })

  static let operatorChain = pair(
    "operator-chain", "An operator's closure holds the owner: the finding names the line of the subscription.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        ticks
          .map { [weak player] value in
            player?.advance()
            return value + 1
          }
          .filter { $0 > 0 }
          .scan(0, +)
          .distinctUntilChanged()
          .subscribe(owner: player) { player, _ in player.advance() }
        ticks.send(1)
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained, lines: 8)
        ticks
          .map { value in
            player.advance()
            return value + 1
          }
          .filter { $0 > 0 }
          .scan(0, +)
          .subscribe { _ in }
        ticks.send(1)
      }
    })
}
