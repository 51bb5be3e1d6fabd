internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let operatorChain = pair(
    "operator-chain", "An operator's closure holds the owner: the finding names the line of the subscription.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        ticks
          .map { [weak player] value in
            player?.advance()
            return value + 1
          }
          .filter { $0 > 0 }
          .scan(0, +)
          .distinctUntilChanged()
          .subscribe(owner: player) { player, _ in player.advance() }
        ticks.send(1)
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained, lines: 8)
        ticks
          .map { value in
            player.advance()
            return value + 1
          }
          .filter { $0 > 0 }
          .scan(0, +)
          .subscribe { _ in }
        ticks.send(1)
      }
    })
}
