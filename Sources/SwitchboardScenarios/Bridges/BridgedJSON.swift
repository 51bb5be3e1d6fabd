internal import Switchboard
internal import SwitchboardFoundation
internal import SwitchboardLeaks

private struct Goal: Decodable, Sendable {
  var minute: Int
}

extension Scenario {
  static let bridgedJSON = pair(
    "bridged-json", "Subscribers of JSON events by name, some of which get a payload that they cannot decode.",
    clean: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        bus.on(json: "goal", as: Goal.self).bound(to: player).next { [weak player] _ in player?.advance() }
        bus.on(json: "goal", as: Goal.self).once().next { _ in player.advance() }
        bus.on(json: "goal", as: Goal.self).results.subscribe(owner: player) { player, _ in player.advance() }
        let counting = bus.on(json: "goal", as: [Int].self).next { _ in player.advance() }
        bus.dispatch(JSONEvent("goal", text: #"{"minute": 90}"#))
        counting.dispose()
      }
    },
    leaking: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        bus.on(json: "goal", as: Goal.self).next { _ in player.advance() }
        leaksBelow(.retained)
        bus.on(json: "goal", as: [Int].self).results.subscribe { _ in player.advance() }
        bus.dispatch(JSONEvent("goal", text: #"{"minute": 90}"#))
      }
    })
}
