internal import Switchboard
internal import SwitchboardLeaks

private final class Clockwork: Sendable {
  let hands = Player()

  func start(_ ticks: PublishSubject<Int, Never>) {
    leaksBelow(.retained)
    ticks.subscribe { _ in self.hands.advance() }
  }
}

extension Scenario {
  static let strongSelf = pair(
    "strong-self", "A subject's closure holds the object that subscribed.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        // The closure holds the player until the subscription ends, here or with the subject.
        let subscription = ticks.subscribe { _ in player.advance() }
        ticks.send(1)
        subscription.dispose()
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        scope.track(Clockwork()).start(ticks)
        ticks.send(1)
      }
    })
}
