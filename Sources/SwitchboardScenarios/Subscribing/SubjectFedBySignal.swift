internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let subjectFedBySignal = pair(
    "subject-fed-by-signal", "A signal into a subject: the source keeps the subject while it sends to the subject.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let doubled = PublishSubject<Int, Never>(name: "doubled")
        doubled.subscribe(owner: player) { player, _ in player.advance() }
        let feed = ticks.map { $0 * 2 }.subscribe(doubled)
        ticks.send(1)
        feed.dispose()
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { _ in
        let doubled = PublishSubject<Int, Never>(name: "doubled")
        leaksBelow(.retained)
        ticks.map { $0 * 2 }.subscribe(doubled)
        ticks.send(1)
      }
    })
}
