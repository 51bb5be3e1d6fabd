internal import Switchboard
internal import SwitchboardLeaks
internal import SwitchboardVirtualTime

extension Scenario {
  static let repeatedWork = pair(
    "repeated-work", "Work that a scheduler repeats: ended, or repeated for ever.",
    clean: {
      let clock = TestScheduler()
      return { scope in
        let player = scope.track(Player())
        let works = [
          clock.schedule(after: .zero, every: .seconds(1)) { player.advance() },
          clock.scheduleRecursively { again in
            player.advance()
            again(.seconds(1))
          },
        ]
        clock.advance(by: .seconds(2))
        for work in works { work.dispose() }
        // Work that runs once ends by itself.
        clock.schedule(after: .seconds(1)) { player.advance() }
        clock.scheduleRecursively { _ in player.advance() }
        clock.advance(by: .seconds(2))
      }
    },
    leaking: { expectLeak in
      let clock = TestScheduler()
      return { _ in
        expectLeak(.growing, .elsewhere)
        clock.schedule(after: .zero, every: .seconds(1)) {}
        expectLeak(.growing, .elsewhere)
        clock.scheduleRecursively { again in again(.seconds(1)) }
        clock.advance(by: .seconds(2))
      }
    })

  static let windows = pair(
    "kept-windows", "The signals inside a signal: dropped, or kept in a collection.",
    clean: {
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        ticks.window(count: 1).subscribe(owner: player) { player, _ in player.advance() }
        ticks.groupBy { $0 % 2 }.subscribe(owner: player) { player, _ in player.advance() }
        ticks.retry(when: { $0 }).subscribe(owner: player) { player, _ in player.advance() }
        ticks.send(1)
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Refusal>(name: "ticks")
      let kept = ObjectStore<any Sendable>()
      return { scope in
        let player = scope.track(Player())
        expectLeak(.growing, .elsewhere)
        ticks.window(count: 1).subscribe(owner: player) { _, window in kept.put(window) }
        expectLeak(.growing, .elsewhere)
        ticks.groupBy { $0 % 2 }.subscribe(owner: player) { _, group in kept.put(group) }
        ticks.send(1)
      }
    })
}
