internal import Switchboard
internal import SwitchboardLeaks

private struct Goal: Event {
  var team: String
  var subtype: String? { team }
}

extension Scenario {
  static let busSubscribers = pair(
    "bus-subscribers", "A bus that outlasts its subscribers, with each way to handle events inside the dispatch.",
    clean: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        let bag = CompositeDisposable()
        bus.on(Goal.self).bound(to: bag).next { _ in player.advance() }
        bus.on(Goal.self).bound(to: bag).next { _, _ in player.advance() }
        bus.on(Goal.self).bound(to: bag).tryNext { _ in player.advance() }
        bus.on(Goal.self).subtypes("red", "blue").priority(3).bound(to: bag).next { _ in player.advance() }
        bus.on(any: (any Event).self).bound(to: bag).next { _ in player.advance() }
        bus.on(Goal.self).bound(to: bag).scheduler(.immediate).next { _ in player.advance() }
        bus.on(Goal.self).once().next { _ in player.advance() }
        bus.on(Goal.self).subtypes("red", "blue").once().next { _ in player.advance() }
        let subscription = bus.subscribe(Goal.self) { _ in player.advance() }
        bus.dispatch(Goal(team: "red"))
        subscription.dispose()
        bag.dispose()
      }
    },
    leaking: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        bus.subscribe(Goal.self) { _ in player.advance() }
        leaksBelow(.retained)
        bus.on(Goal.self).subtype("red").next { _ in player.advance() }
        leaksBelow(.retained)
        bus.on(Goal.self).subtypes("red", "blue").next { _ in player.advance() }
        leaksBelow(.retained)
        bus.on(Goal.self).next { _, delivery in if delivery.isCancelled { player.advance() } }
        leaksBelow(.retained)
        bus.on(Goal.self).tryNext { _ in player.advance() }
        leaksBelow(.retained)
        bus.on(any: (any Event).self).next { _ in player.advance() }
        leaksBelow(.retained)
        bus.on(Goal.self).scheduler(.immediate).next { _ in player.advance() }
        leaksBelow(.retained)
        bus.on(NamedEvent.self).subtype("never").once().next { _ in player.advance() }
        bus.dispatch(Goal(team: "red"))
      }
    })
}
