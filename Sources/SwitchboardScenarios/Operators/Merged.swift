internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
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
    leaking: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        ticks.merge(with: beats).subscribe { _ in player.advance() }
        ticks.send(1)
        beats.send(2)
      }
    })
}
