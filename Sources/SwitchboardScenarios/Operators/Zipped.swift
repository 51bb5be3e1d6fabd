internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
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
    leaking: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        ticks.zip(with: beats).subscribe { _ in player.advance() }
        leaksBelow(.retained)
        Signal.zip([ticks, beats, ticks]).subscribe { _ in player.advance() }
      }
    })
}
