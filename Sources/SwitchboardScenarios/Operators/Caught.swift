internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
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
    leaking: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let beats = PublishSubject<Int, Refusal>(name: "beats")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        Signal<Int, Refusal>.fail(Refusal()).catch { _ in ticks.signal }.subscribe { _ in player.advance() }
        let recover: @Sendable (Refusal) -> Signal<Int, Never> = { _ in
          player.advance()
          return .empty()
        }
        leaksBelow(.retained)
        beats.catch(recover).subscribe()
      }
    })
}
