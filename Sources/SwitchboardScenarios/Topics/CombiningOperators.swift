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
    leaking: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        ticks.combineLatest(with: beats).subscribe { _ in player.advance() }
        leaksBelow(.retained)
        Signal.combineLatest([ticks, beats, ticks]).subscribe { _ in player.advance() }
        ticks.send(1)
        beats.send(2)
      }
    })
}
