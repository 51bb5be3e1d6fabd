internal import Switchboard
internal import SwitchboardBroadcast
internal import SwitchboardLeaks
internal import SwitchboardStorages

extension Scenario {
  static let serialBroadcasters = pair(
    "broadcaster-serial", "Registries of each storage that deliver serially: filled and emptied, or left full.",
    clean: {
      let (dense, array, list) = (Ticks<DenseStorage>(), Ticks<ArrayStorage>(), Ticks<LinkedListStorage>())
      return { scope in
        dense.fillAndEmpty(scope)
        array.fillAndEmpty(scope)
        list.fillAndEmpty(scope)
      }
    },
    leaking: {
      let (dense, array, list) = (Ticks<DenseStorage>(), Ticks<ArrayStorage>(), Ticks<LinkedListStorage>())
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
private final class Ticks<Storage: ComparedStorage & ~Copyable>: Sendable {
  let broadcaster = ComparedBroadcaster<Int, Storage>()

  func fillAndEmpty(_ scope: LeakScope) {
    let player = scope.track(Player())
    let subscriptions = (0..<100).map { _ in broadcaster.subscribe { _ in player.advance() } }
    let suicidal = Slot<Subscription>()
    suicidal.value = broadcaster.subscribe { _ in
      suicidal.value?.dispose()
      suicidal.value = nil
    }
    broadcaster.send(1)
    for subscription in subscriptions { subscription.dispose() }
    broadcaster.send(2)
  }
}
