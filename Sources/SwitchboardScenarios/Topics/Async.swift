internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let awaited = asyncPair(
    "await", "Tasks that wait for a signal's value or end: it comes, the tasks are cancelled, or they wait for ever.",
    clean: {
      let ticks = BehaviorSubject<Int, Never>(0, name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let listened = ticks.do { _ in player.advance() }
        _ = await listened.first()
        _ = await listened.take(1).last()
        _ = await listened.take(1).collect()
        await listened.take(1).wait()
        for wait in 0..<4 {
          let task = Task {
            switch wait {
            case 0: _ = await listened.ignoreValues().first()
            case 1: _ = await listened.last()
            case 2: _ = await listened.collect()
            default: await listened.wait()
            }
            player.advance()
          }
          task.cancel()
          await task.value
        }
      }
    },
    leaking: {
      let ticks = BehaviorSubject<Int, Never>(0, name: "ticks")
      return { @MainActor scope in
        for wait in 0..<4 {
          let player = scope.track(Player())
          // The tasks run on the main actor, so each task waits for its signal when the loop continues.
          await withCheckedContinuation { listens in
            let listened = ticks.do { _ in listens.resume() }
            Task { @MainActor in
              switch wait {
              case 0:
                leaksBelow(.retained, each: 4)
                _ = await listened.ignoreValues().first()
              case 1:
                leaksBelow(.retained, each: 4)
                _ = await listened.last()
              case 2:
                leaksBelow(.retained, each: 4)
                _ = await listened.collect()
              default:
                leaksBelow(.retained, each: 4)
                await listened.wait()
              }
              player.advance()
            }
          }
        }
      }
    })
}
