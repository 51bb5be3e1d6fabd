internal import Switchboard
internal import SwitchboardBroadcast
internal import SwitchboardLeaks
internal import SwitchboardStorages

extension Scenario {
  static let endedBroadcasters = pair(
    "broadcaster-ends", "Registries that are ended, joined or deallocated.",
    clean: {
      { scope in
        end(DenseStorage.self, scope)
        end(ArrayStorage.self, scope)
        end(LinkedListStorage.self, scope)
      }
    },
    leaking: {
      let ticks = Joined()
      return { scope in
        let player = scope.track(Player())
        let newcomer = Subscriber<Int>(ticks.broadcaster.core, waitable: false) { _ in player.advance() }
        leaksBelow(.retained)
        ticks.broadcaster.join(newcomer) { $0.deliver(0) }
        let other = Subscriber<Int>(ticks.broadcaster.core, waitable: false) { _ in player.advance() }
        leaksBelow(.retained)
        ticks.broadcaster.add(other)
      }
    })
}

private final class Joined: Sendable {
  let broadcaster = Broadcaster<Int>()
}

private func end<Storage: ComparedStorage & ~Copyable>(_: Storage.Type, _ scope: LeakScope) {
  let player = scope.track(Player())
  let ended = ComparedBroadcaster<Int, Storage>()
  ended.subscribe { _ in player.advance() }
  ended.join(Core.Subscriber(ended.core, waitable: false) { _ in player.advance() }) { $0.deliver(0) }
  ended.terminate { _ in player.advance() }
  ended.subscribe { _ in player.advance() }

  let endedByValue = ComparedBroadcaster<Int, Storage>(.concurrent)
  endedByValue.subscribe { _ in player.advance() }
  endedByValue.terminate(with: 1)
  endedByValue.subscribe { _ in player.advance() }

  let endedInside = ComparedBroadcaster<Int, Storage>()
  endedInside.add(Core.Subscriber(endedInside.core, waitable: true) { _ in player.advance() })
  endedInside.send(1)
  let dropped = ComparedBroadcaster<Int, Storage>(.concurrent)
  dropped.subscribe { _ in player.advance() }
  dropped.dispatch(1)
}
