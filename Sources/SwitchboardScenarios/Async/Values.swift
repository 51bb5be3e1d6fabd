internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let values = asyncPair(
    "values", "A task that reads a signal's values: the task ends, or the program never cancels it.",
    clean: {
      let ticks = BehaviorSubject<Int, Never>(0, name: "ticks")
      return { scope in
        let player = scope.track(Player())
        // Reading ends by `break`, by cancellation, after a prefix, and because the signal has completed.
        for await _ in ticks.values() {
          player.advance()
          break
        }
        let cancelled = Task { for await _ in ticks.values { player.advance() } }
        cancelled.cancel()
        await cancelled.value
        for await _ in ticks.values(buffering: .newest(1)).prefix(1) { player.advance() }
        for await _ in Signal<Int, Never>(1...3).values() { player.advance() }
        // Reading ends because the source is deallocated.
        var brief: PublishSubject<Int, Never>? = PublishSubject()
        var iterator = brief?.values().makeAsyncIterator()
        brief?.send(1)
        brief = nil
        while await iterator?.next() != nil { player.advance() }
        // This iterator is never asked for a value.
        let unread = ticks.map { [player] tick in (player, tick).1 }.values().makeAsyncIterator()
        withExtendedLifetime(unread) {}
      }
    },
    leaking: {
      let ticks = BehaviorSubject<Int, Never>(0, name: "ticks")
      return { scope in
        let player = scope.track(Player())
        await withCheckedContinuation { listens in
          Task {
            leaksBelow(.retained)
            for await tick in ticks.values() {
              player.advance()
              if tick == 0 { listens.resume() }
            }
          }
        }
      }
    })
}
