internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
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
    leaking: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        ticks.take(until: beats).subscribe { _ in player.advance() }
        ticks.send(1)
      }
    })
}
