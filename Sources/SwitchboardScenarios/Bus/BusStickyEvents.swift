internal import Switchboard
internal import SwitchboardLeaks

private struct Goal: Event {
  let player: Player
}

extension Scenario {
  static let busStickyEvents = pair(
    "bus-sticky", "Sticky events: replayed and removed; and a subscriber that gets them and stays.",
    clean: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        bus.dispatchSticky(Goal(player: player))
        bus.on(Goal.self).sticky().bound(to: player.lifetime).next { event in event.player.advance() }
        bus.removeStickyEvent(Goal.self)
      }
    },
    leaking: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        bus.dispatchSticky(NamedEvent("goal"))
        leaksBelow(.retained)
        bus.on(NamedEvent.self).sticky().next { _ in player.advance() }
        bus.removeAllStickyEvents()
      }
    })
}
