internal import Foundation
internal import Switchboard
internal import SwitchboardFoundation
internal import SwitchboardLeaks

private struct Goal: Event {}

extension Notification.Name {
  fileprivate static let goal = Notification.Name("goal")
  fileprivate static let corner = Notification.Name("corner")
}

extension Scenario {
  static let bridgedNotifications = pair(
    "bridged-notifications",
    "Notifications of a center that lasts, as events of a bus that lasts, and events as notifications.",
    clean: {
      let (center, bus) = (NotificationCenter(), EventBus(name: "bus"))
      let bridge = NotificationBridge(from: center, to: bus)
      return { scope in
        let player = scope.track(Player())
        bridge.on(.goal).bound(to: player).next { [weak player] _ in player?.advance() }
        bridge.on(.goal).signal.subscribe(owner: player) { player, _ in player.advance() }
        bridge.on(.goal).once().next { _ in player.advance() }
        let both = bridge.on(.goal, .corner).next { _ in player.advance() }
        let carried = bridge.carry(.corner)
        let forwarded = bridge.forward(bus.on(Goal.self), as: .corner) { _ in
          player.advance()
          return nil
        }
        center.post(name: .goal, object: nil)
        bus.dispatch(Goal())
        both.dispose()
        carried.dispose()
        forwarded.dispose()
      }
    },
    leaking: {
      let (center, bus) = (NotificationCenter(), EventBus(name: "bus"))
      let bridge = NotificationBridge(from: center, to: bus)
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        bridge.on(.goal).next { _ in player.advance() }
        leaksBelow(.retained)
        bridge.on(.goal).signal.subscribe { _ in player.advance() }
        leaksBelow(.retained)
        bridge.forward(bus.on(Goal.self), as: .corner) { _ in
          player.advance()
          return nil
        }
        center.post(name: .goal, object: nil)
      }
    })
}
