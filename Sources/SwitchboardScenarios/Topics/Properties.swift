internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let propertySubscribers = pair(
    "property-subscribers", "A property that outlasts its subscribers and derived properties.",
    clean: {
      let level = Property(1, name: "level")
      return { scope in
        let player = scope.track(Player())
        level.subscribe(owner: player) { player, _ in player.advance() }
        let bag = CompositeDisposable()
        level.changes.subscribe(into: bag) { _ in player.advance() }
        level.map { $0 + 1 }.subscribe(into: bag) { _ in player.advance() }
        AnyProperty.combine(level, Property(0)).subscribe(into: bag) { _ in player.advance() }
        level.update { $0 += 1 }
        bag.dispose()
        let own = Property(player)
        own.subscribe { player in player.advance() }
        own.set(player)
      }
    },
    leaking: {
      let level = Property(1, name: "level")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        level.subscribe { _ in player.advance() }
        leaksBelow(.retained)
        level.changes.subscribe { _ in player.advance() }
        leaksBelow(.retained)
        level.map { $0 + 1 }.subscribe { _ in player.advance() }
        level.value = 2
      }
    })
}
