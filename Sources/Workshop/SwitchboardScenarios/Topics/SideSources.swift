internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let sideSources = pair(
    "side-sources",
    "Operators with a second source, or that subscribe again: the subscription leaves every source.",
    clean: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        let advance: @Sendable (Int) -> Void = { _ in player.advance() }
        ticks.withLatestFrom(beats).subscribe(into: bag, onNext: advance)
        ticks.sample(beats).subscribe(into: bag, onNext: advance)
        ticks.skip(until: beats).subscribe(into: bag, onNext: advance)
        ticks.take(untilReplacement: beats).subscribe(into: bag, onNext: advance)
        ticks.race(with: beats).subscribe(into: bag, onNext: advance)
        ticks.retry(1).subscribe(into: bag, onNext: advance)
        Signal<Int, Refusal>.fail(Refusal()).retry(3).subscribe(into: bag, onNext: advance)
        ticks.take(1).repeat().subscribe(into: bag, onNext: advance)
        ticks.groupBy { $0 }.flatten().subscribe(into: bag, onNext: advance)
        ticks.groupBy({ $0 }, until: { _ in beats }).flatten().subscribe(into: bag, onNext: advance)
        ticks.buffer(until: beats).map(\.count).subscribe(into: bag, onNext: advance)
        ticks.window(until: beats).flatten().subscribe(into: bag, onNext: advance)
        ticks.retry(when: { _ in beats }).subscribe(into: bag, onNext: advance)
        ticks.window(count: 2).flatten().subscribe(into: bag, onNext: advance)
        ticks.withUnretained(beats).map(\.1).subscribe(into: bag, onNext: advance)
        ticks.ifEmpty(switchTo: beats).subscribe(into: bag, onNext: advance)
        Signal.using({ ActionDisposable { player.advance() } }, { _ in ticks }).subscribe(into: bag, onNext: advance)
        for value in 1...3 {
          ticks.send(value)
          beats.send(value)
        }
        bag.dispose()
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        let advance: @Sendable (Int) -> Void = { _ in player.advance() }
        expectLeak(.retained)
        ticks.withLatestFrom(beats).subscribe(onNext: advance)
        expectLeak(.retained)
        ticks.sample(beats).subscribe(onNext: advance)
        expectLeak(.retained)
        ticks.skip(until: beats).subscribe(onNext: advance)
        expectLeak(.retained)
        ticks.take(untilReplacement: beats).subscribe(onNext: advance)
        expectLeak(.retained)
        ticks.race(with: beats).subscribe(onNext: advance)
        expectLeak(.retained)
        Signal<Int, Refusal>.just(1).concat(ticks).retry(1).subscribe(onNext: advance)
        expectLeak(.retained)
        ticks.take(1).repeat().subscribe(onNext: advance)
        expectLeak(.retained)
        ticks.groupBy { $0 % 2 }.flatten().subscribe(onNext: advance)
        expectLeak(.retained)
        ticks.groupBy({ $0 % 2 }, until: { _ in beats }).flatten().subscribe(onNext: advance)
        expectLeak(.retained)
        ticks.groupBy({ $0 % 2 }, whileObserved: true).flatten().subscribe(onNext: advance)
        expectLeak(.retained)
        ticks.buffer(until: beats).map(\.count).subscribe(onNext: advance)
        expectLeak(.retained)
        ticks.window(until: beats).subscribe { _ in player.advance() }
        expectLeak(.retained)
        ticks.retry(when: { _ in beats }).subscribe(onNext: advance)
        // The count is 1, so that a value of this cycle opens no window that a subscription of an earlier cycle keeps
        // open. No subscription of this cycle would be blamed for such a window.
        expectLeak(.retained)
        ticks.window(count: 1).flatten().subscribe(onNext: advance)
        expectLeak(.retained)
        ticks.withUnretained(beats).map(\.1).subscribe(onNext: advance)
        ticks.send(1)
      }
    })

  static let takenUntil = pair(
    "take-until", "A trigger that ends the subscription, or never comes.",
    clean: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        ticks.take(until: beats).subscribe(onNext: { _ in player.advance() }, onCompleted: { player.advance() })
        ticks.send(1)
        // The trigger ends the subscription to the ticks.
        beats.send(1)
        ticks.take(until: beats).subscribe(owner: player) { player, _ in player.advance() }
        let trigger = PublishSubject<Int, Refusal>()
        ticks.take(until: trigger).subscribe { _ in player.advance() }
        trigger.sendCompleted()
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        ticks.take(until: beats).subscribe { _ in player.advance() }
        ticks.send(1)
      }
    })
}
