internal import Dispatch
internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let otherThread = pair(
    "other-thread", "Subscriptions that the code under check makes on the thread of a queue.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let queue = DispatchQueue(label: "subscribers")
      return { scope in
        queue.sync {
          scope.perform {
            let player = scope.track(Player())
            ticks.subscribe(owner: player) { player, _ in player.advance() }
            ticks.map { $0 + 1 }.subscribe(owner: player) { player, _ in player.advance() }
            ticks.send(1)
          }
        }
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
          scope.perform {
            leaksBelow(.retained)
            ticks.subscribe { _ in player.advance() }
          }
        }
        group.wait()
      }
    })
}
