internal import Switchboard
internal import SwitchboardBroadcast
internal import SwitchboardLeaks
internal import SwitchboardStorages

extension Scenario {
  static let concurrentBroadcasters = pair(
    "broadcaster-concurrent", "Registries of each storage that deliver concurrently: filled and emptied, or left full.",
    clean: {
      let (dense, array, list) = (Calls<DenseStorage>(), Calls<ArrayStorage>(), Calls<LinkedListStorage>())
      return { scope in
        dense.fillAndEmpty(scope)
        array.fillAndEmpty(scope)
        list.fillAndEmpty(scope)
      }
    },
    leaking: {
      let (dense, array, list) = (Calls<DenseStorage>(), Calls<ArrayStorage>(), Calls<LinkedListStorage>())
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        dense.broadcaster.subscribe { _ in player.advance() }
        leaksBelow(.retained)
        array.broadcaster.subscribe { _ in player.advance() }
        leaksBelow(.retained)
        list.broadcaster.subscribe(waitable: true) { _ in player.advance() }
      }
    })
}

/// A registry that all cycles use.
private final class Calls<Storage: ComparedStorage & ~Copyable>: Sendable {
  let broadcaster = ComparedBroadcaster<Int, Storage>(.concurrent)

  func fillAndEmpty(_ scope: LeakScope) {
    let player = scope.track(Player())
    let subscriptions = (0..<100).map { _ in broadcaster.subscribe { _ in player.advance() } }
    // Disposes subscriptions during a dispatch, and again during a nested dispatch.
    let trigger = broadcaster.subscribe { call in
      for subscription in subscriptions.prefix(50 * call) { subscription.dispose() }
      if call == 1 { self.broadcaster.dispatch(2) }
    }
    broadcaster.dispatch(1)
    trigger.dispose()
  }
}
