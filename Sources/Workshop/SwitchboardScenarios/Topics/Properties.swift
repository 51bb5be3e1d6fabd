internal import Switchboard
internal import SwitchboardBroadcast
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
    leaking: { expectLeak in
      let level = Property(1, name: "level")
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        level.subscribe { _ in player.advance() }
        expectLeak(.retained)
        level.changes.subscribe { _ in player.advance() }
        expectLeak(.retained)
        level.map { $0 + 1 }.subscribe { _ in player.advance() }
        level.value = 2
      }
    })

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
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let level = Property(1, name: "level")
      let cache = ObjectStore<Property<Int>>()
      return { _ in
        expectLeak(.growing, .elsewhere)
        let shown = Property(0)
        cache.put(shown)
        expectLeak(.growing)
        ticks.bind(to: shown)
        expectLeak(.growing)
        shown.bind(twoWay: level)
      }
    })
}

private final class Display: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  private let content = Lock(0)
  var level: Int {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}

extension Scenario {
  static let keyPaths = pair(
    "key-paths",
    "A signal that sets an object's property: the binding ends with the object, or the program keeps the object.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let display = scope.track(Display())
        ticks.bind(to: display, \.level)
        ticks.send(1)
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let cache = ObjectStore<Display>()
      return { _ in
        let display = Display()
        cache.put(display)
        expectLeak(.growing)
        ticks.bind(to: display, \.level)
        ticks.send(1)
      }
    })
}
