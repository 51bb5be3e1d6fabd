internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
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
    leaking: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        Signal.just(1).concat(ticks).subscribe { _ in player.advance() }
        leaksBelow(.retained)
        ticks.concat(beats).subscribe { _ in player.advance() }
      }
    })
}
