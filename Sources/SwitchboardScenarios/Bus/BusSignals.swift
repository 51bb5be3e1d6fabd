internal import Switchboard
internal import SwitchboardLeaks

private struct Goal: Event {}

extension Scenario {
  static let busSignals = pair(
    "bus-signals", "Events of a bus as a signal, of one type and of subtypes.",
    clean: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        bus.signal(of: Goal.self).subscribe(owner: player) { player, _ in player.advance() }
        bus.on(Goal.self).once().signal.subscribe { _ in player.advance() }
        let bag = CompositeDisposable()
        bus.on(NamedEvent.self).subtypes("red", "blue").signal.subscribe(into: bag) { _ in player.advance() }
        bus.dispatch(Goal())
        bag.dispose()
      }
    },
    leaking: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        bus.signal(of: Goal.self).subscribe { _ in player.advance() }
        leaksBelow(.retained)
        bus.on(NamedEvent.self).subtypes("red", "blue").signal.map { $0 }.subscribe { _ in player.advance() }
        bus.dispatch(Goal())
      }
    })
}
