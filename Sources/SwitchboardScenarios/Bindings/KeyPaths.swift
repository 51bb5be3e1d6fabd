internal import Switchboard
internal import SwitchboardBroadcast
internal import SwitchboardLeaks

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
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let cache = ObjectStore<Display>()
      return { _ in
        let display = Display()
        cache.put(display)
        leaksBelow(.growing)
        ticks.bind(to: display, \.level)
        ticks.send(1)
      }
    })
}
