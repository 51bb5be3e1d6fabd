internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let grouped = pair(
    "group-by", "Groups by a few keys, or by keys that never repeat: the finding names the line of the subscription.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      ticks.groupBy { $0 % 2 }.subscribe { group in group.subscribe { _ in } }
      // Keys that never repeat, in groups that end.
      let names = PublishSubject<String, Never>(name: "names")
      let endless = Names()
      names.groupBy({ $0 }, until: { $0 }).subscribe { group in group.subscribe { _ in } }
      names.groupBy({ $0 }, whileObserved: true).subscribe { group in group.take(1).subscribe { _ in } }
      return { _ in
        for value in 0..<4 { ticks.send(value) }
        names.send(endless.next())
      }
    },
    leaking: { expectLeak in
      let names = PublishSubject<String, Never>(name: "names")
      let endless = Names()
      expectLeak(.growing, .elsewhere)
      names.groupBy { $0 }.subscribe { _ in }
      return { _ in names.send(endless.next()) }
    })

  static let flattened = pair(
    "flat-map", "Inner signals that begin and end inside one subscription, under each strategy.",
    clean: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        ticks.flatMap { _ in beats.signal }.subscribe(owner: player) { player, _ in player.advance() }
        for strategy in [FlattenStrategy.merge, .merge(2), .concat, .latest, .first] {
          let subscription = ticks.flatMap(strategy) { _ in beats.map { _ in player } }
            .subscribe { player in player.advance() }
          for tick in 0..<3 { ticks.send(tick) }
          beats.send(1)
          subscription.dispose()
          // Each inner signal fails. The subscription then leaves the outer signal, which lasts.
          ticks.flatMap(strategy) { _ in Signal<Int, Refusal>.fail(Refusal()) }.subscribe { _ in player.advance() }
          ticks.send(1)
          // The outer signal is deallocated after the inner signals have completed.
          let brief = PublishSubject<Int, Refusal>()
          brief.flatMap(strategy) { Signal.just($0) }.subscribe { _ in player.advance() }
          brief.send(1)
        }
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        ticks.flatMap { _ in beats.signal }.subscribe { _ in player.advance() }
        expectLeak(.retained)
        ticks.flatMap(.merge(2)) { _ in beats.signal }.subscribe { _ in player.advance() }
        expectLeak(.retained)
        ticks.concatMap { _ in beats.signal }.subscribe { _ in player.advance() }
        expectLeak(.retained)
        ticks.flatMapLatest { _ in beats.signal }.subscribe { _ in player.advance() }
        expectLeak(.retained)
        ticks.flatMapFirst { _ in beats.signal }.subscribe { _ in player.advance() }
        ticks.send(1)
      }
    })

  static let waiting = pair(
    "waiting", "A signal that waits for its turn keeps the source that runs, which keeps the subscription.",
    clean: {
      { scope in
        let player = scope.track(Player())
        let (names, ticks) = (PublishSubject<Signal<Int, Refusal>, Refusal>(), PublishSubject<Int, Refusal>())
        let subscription = names.concatMap { $0 }.subscribe { _ in player.advance() }
        for _ in 0..<2 { names.send(ticks.signal) }
        subscription.dispose()
        ticks.retry(3).subscribe(owner: player) { player, _ in player.advance() }
        // After the last attempt, nothing waits.
        let failing = PublishSubject<Int, Refusal>()
        failing.retry(1).subscribe { _ in player.advance() }
        failing.send(error: Refusal())
      }
    },
    leaking: { expectLeak in
      let cleaner = Cleaner()
      return { scope in
        let player = scope.track(Player())
        let names = PublishSubject<Signal<Int, Refusal>, Refusal>(name: "names")
        let ticks = PublishSubject<Int, Refusal>(name: "ticks")
        expectLeak(.retained)
        let waiting = names.concatMap { $0 }.subscribe { _ in player.advance() }
        for _ in 0..<2 { names.send(ticks.signal) }
        let beats = PublishSubject<Int, Refusal>(name: "beats")
        expectLeak(.retained)
        let retried = beats.retry(3).subscribe { _ in player.advance() }
        let taps = PublishSubject<Int, Refusal>(name: "taps")
        expectLeak(.retained)
        let repeated = taps.repeat(3).subscribe { _ in player.advance() }
        for subscription in [waiting, retried, repeated] { cleaner.willEnd(subscription) }
      }
    })

  static let caught = pair(
    "catch", "A source fails, and the subscription moves to another source.",
    clean: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        let failing = PublishSubject<Int, Refusal>()
        let subscription = failing.catch { _ in ticks.signal }.subscribe { _ in player.advance() }
        failing.send(error: Refusal())
        ticks.send(1)
        subscription.dispose()
        Signal<Int, Refusal>.fail(Refusal()).catch { _ in beats.signal }
          .subscribe(owner: player) { player, _ in player.advance() }
        beats.catch { _ in
          player.advance()
          return Signal<Int, Never>.empty()
        }
        .take(1).subscribe()
        beats.send(1)
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        Signal<Int, Refusal>.fail(Refusal()).catch { _ in ticks.signal }.subscribe { _ in player.advance() }
        let recover: @Sendable (Refusal) -> Signal<Int, Never> = { _ in
          player.advance()
          return .empty()
        }
        expectLeak(.retained)
        beats.catch(recover).subscribe()
      }
    })
}
