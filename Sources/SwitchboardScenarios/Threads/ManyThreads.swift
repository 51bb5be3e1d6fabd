internal import Dispatch
internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let manyThreads = pair(
    "many-threads",
    "Threads that subscribe, send and dispose at the same time; each forgets to dispose one subscription.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
          scope.perform {
            let player = scope.track(Player())
            for value in 0..<20 {
              let subscription = ticks.map { $0 + 1 }.subscribe { _ in player.advance() }
              ticks.subscribe(owner: player) { player, _ in player.advance() }
              ticks.send(value)
              subscription.dispose()
            }
          }
        }
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
          scope.perform {
            let player = scope.track(Player())
            leaksBelow(.orphan, each: 4)
            ticks.subscribe { [weak player] _ in player?.advance() }
            ticks.send(1)
          }
        }
      }
    })
}
