internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let replayWithoutLimit = pair(
    "replay-without-limit", "A replay subject that lasts keeps every value ever sent, or only the last value.",
    clean: {
      let log = ReplaySubject<Int, Never>(capacity: 1, name: "log")
      return { scope in
        let player = scope.track(Player())
        log.send(1)
        log.send(2)
        log.subscribe(owner: player) { player, _ in player.advance() }
        // This subject has no limit, and is deallocated together with its values.
        let own = ReplaySubject<Int, Never>()
        own.send(1)
        own.subscribe { _ in player.advance() }
      }
    },
    leaking: {
      leaksBelow(.growing, .values, each: 2)
      let log = ReplaySubject<Int, Never>(name: "log")
      return { _ in
        log.send(1)
        log.send(2)
      }
    })
}
