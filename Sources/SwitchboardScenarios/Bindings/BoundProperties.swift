internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let boundProperties = pair(
    "bound-properties", "A binding of two properties ends with either property; it stays while the program keeps both.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let level = Property(1, name: "level")
      return { scope in
        let player = scope.track(Player())
        let shown = Property(0)
        shown.subscribe { _ in player.advance() }
        ticks.bind(to: shown)
        shown.bind(twoWay: level)
        Property(initial: 0, then: ticks).bind(twoWay: shown)
        ticks.send(1)
        level.value = 2
        let kept = level.bind(twoWay: Property(3))
        kept.dispose()
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let level = Property(1, name: "level")
      let cache = ObjectStore<Property<Int>>()
      return { _ in
        leaksBelow(.growing, .elsewhere)
        let shown = Property(0)
        cache.put(shown)
        leaksBelow(.growing)
        ticks.bind(to: shown)
        leaksBelow(.growing)
        shown.bind(twoWay: level)
      }
    })
}
