internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let tasks = asyncPair(
    "tasks", "Subscriptions made in tasks that the code under check starts.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        await withTaskGroup(of: Void.self) { group in
          for value in 0..<4 {
            group.addTask {
              let player = scope.track(Player())
              ticks.subscribe(owner: player) { player, _ in player.advance() }
              await Task.yield()
              ticks.send(value)
            }
          }
        }
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        await Task {
          leaksBelow(.retained)
          ticks.subscribe { _ in player.advance() }
        }.value
        async let other: Void = {
          leaksBelow(.retained)
          ticks.filter { $0 > 0 }.subscribe { _ in player.advance() }
        }()
        await other
        ticks.send(1)
      }
    })
}
