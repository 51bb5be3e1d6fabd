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
    leaking: { expectLeak in
      let (center, bus) = (NotificationCenter(), EventBus(name: "bus"))
      let bridge = NotificationBridge(from: center, to: bus)
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        bridge.on(.goal).next { _ in player.advance() }
        expectLeak(.retained)
        bridge.on(.goal).signal.subscribe { _ in player.advance() }
        expectLeak(.retained)
        bridge.forward(bus.on(Goal.self), as: .corner) { _ in
          player.advance()
          return nil
        }
        center.post(name: .goal, object: nil)
      }
    })
}

extension Scenario {
  static let carriedNotifications = pair(
    "carried-notifications", "Notifications that a bridge carries: until the disposable is dropped, or for ever.",
    clean: {
      let (center, bus) = (NotificationCenter(), EventBus(name: "bus"))
      let bridge = NotificationBridge(from: center, to: bus)
      return { _ in
        let carried = bridge.carry(.goal)
        center.post(name: .goal, object: nil)
        withExtendedLifetime(carried) {}
      }
    },
    leaking: { expectLeak in
      let (center, bus) = (NotificationCenter(), EventBus(name: "bus"))
      let (bridge, kept) = (NotificationBridge(from: center, to: bus), ObjectStore<any Disposable>())
      return { _ in
        expectLeak(.growing, .elsewhere)
        kept.put(bridge.carry(.goal))
      }
    })
}

private struct Score: Decodable, Sendable {
  var minute: Int
}

extension Scenario {
  static let bridgedJSON = pair(
    "bridged-json", "Subscribers of JSON events by name, some of which get a payload that they cannot decode.",
    clean: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        bus.on(json: "goal", as: Score.self).bound(to: player).next { [weak player] _ in player?.advance() }
        bus.on(json: "goal", as: Score.self).once().next { _ in player.advance() }
        bus.on(json: "goal", as: Score.self).results.subscribe(owner: player) { player, _ in player.advance() }
        let counting = bus.on(json: "goal", as: [Int].self).next { _ in player.advance() }
        bus.dispatch(JSONEvent("goal", text: #"{"minute": 90}"#))
        counting.dispose()
      }
    },
    leaking: { expectLeak in
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        bus.on(json: "goal", as: Score.self).next { _ in player.advance() }
        expectLeak(.retained)
        bus.on(json: "goal", as: [Int].self).results.subscribe { _ in player.advance() }
        bus.dispatch(JSONEvent("goal", text: #"{"minute": 90}"#))
      }
    })
}
