internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let combined = pair(
    "combine-latest", "Two sources, combined into pairs of their latest values; the operator keeps these values.",
    clean: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        ticks.combineLatest(with: beats).subscribe(owner: player) { player, _ in player.advance() }
        let held = ticks.map { _ in player }.combineLatest(with: beats).subscribe { player, _ in player.advance() }
        let many = Signal.combineLatest([Signal](repeating: ticks.signal, count: 9)).subscribe { _ in player.advance() }
        ticks.send(1)
        beats.send(2)
        held.dispose()
        many.dispose()
        // One source completes, and the other source is deallocated.
        let brief = PublishSubject<Int, Refusal>()
        let short = PublishSubject<Int, Refusal>()
        brief.combineLatest(with: short).subscribe { _ in player.advance() }
        brief.send(1)
        brief.sendCompleted()
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        ticks.combineLatest(with: beats).subscribe { _ in player.advance() }
        expectLeak(.retained)
        Signal.combineLatest([ticks, beats, ticks]).subscribe { _ in player.advance() }
        ticks.send(1)
        beats.send(2)
      }
    })

  static let zipped = pair(
    "zip", "Two zipped sources: a value of one waits for a value of the other.",
    clean: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        ticks.zip(with: beats).subscribe(owner: player) { player, _ in player.advance() }
        let waiting = ticks.map { _ in player }.zip(with: beats).subscribe { player, _ in player.advance() }
        for tick in 0..<3 { ticks.send(tick) }
        beats.send(2)
        waiting.dispose()
        // One source is deallocated when none of its values is waiting.
        let brief = PublishSubject<Int, Refusal>()
        brief.zip(with: ticks).subscribe { _ in player.advance() }
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        ticks.zip(with: beats).subscribe { _ in player.advance() }
        expectLeak(.retained)
        Signal.zip([ticks, beats, ticks]).subscribe { _ in player.advance() }
      }
    })

  static let merged = pair(
    "merge", "Two sources with a registry each: the subscription leaves both registries, or stays in both.",
    clean: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        ticks.merge(with: beats).subscribe(owner: player) { player, _ in player.advance() }
        let both = ticks.merge(with: beats.map { $0 + 1 }).subscribe { _ in player.advance() }
        ticks.send(1)
        beats.send(2)
        both.dispose()
        // One source completes, and the other source is deallocated.
        let brief = PublishSubject<Int, Refusal>()
        let short = PublishSubject<Int, Refusal>()
        brief.merge(with: short).subscribe { _ in player.advance() }
        brief.sendCompleted()
        // One source fails. The subscription then leaves the other source, which lasts.
        let failing = PublishSubject<Int, Refusal>()
        failing.merge(with: ticks).subscribe { _ in player.advance() }
        failing.send(error: Refusal())
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        ticks.merge(with: beats).subscribe { _ in player.advance() }
        ticks.send(1)
        beats.send(2)
      }
    })

  static let concatenated = pair(
    "concat", "The first of two sources ends, and the subscription moves to the second.",
    clean: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        let first = PublishSubject<Int, Refusal>()
        let subscription = first.concat(ticks).subscribe { _ in player.advance() }
        first.sendCompleted()
        ticks.send(1)
        subscription.dispose()
        Signal.just(1).concat(beats).subscribe(owner: player) { player, _ in player.advance() }
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        Signal.just(1).concat(ticks).subscribe { _ in player.advance() }
        expectLeak(.retained)
        ticks.concat(beats).subscribe { _ in player.advance() }
      }
    })
}
