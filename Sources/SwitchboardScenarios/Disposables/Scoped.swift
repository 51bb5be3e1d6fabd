internal import Switchboard
internal import SwitchboardLeaks

private final class Scene: Sendable {
  let subscription: ScopedDisposable
  init(_ ticks: PublishSubject<Int, Never>) { subscription = ticks.subscribe { _ in }.scoped }
}

extension Scenario {
  static let scoped = pair(
    "scoped-disposable", "A subscription that ends when its handle is deallocated; or the program keeps the handle.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        scope.track(Scene(ticks))
        ticks.send(1)
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let handles = ObjectStore<ScopedDisposable>()
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.orphan)
        handles.put(ticks.subscribe { [weak player] _ in player?.advance() }.scoped)
        ticks.send(1)
      }
    })
}
