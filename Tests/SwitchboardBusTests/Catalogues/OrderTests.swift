import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("R1 Order: priority, subtype, type, supertype, subscription")
struct OrderTests {
  private let bus = EventBus()
  private let seen = Journal<String>()

  private func adding(_ word: String) -> @Sendable (Tagged) -> Void { { [seen] _ in seen.add(word) } }

  @Test("higher priority first, for any order of subscription; equal priorities in subscription order")
  func priorities() {
    for priority in [0, 10, -5, 10, 0, .max, .min] {
      bus.on(Tagged.self).priority(priority).next(adding("\(priority)"))
    }
    bus.dispatch(Tagged(nil))
    #expect(seen.entries == ["\(Int.max)", "10", "10", "0", "0", "-5", "\(Int.min)"])
  }

  @Test("within one priority: subtype before type before supertypes")
  func specific() {
    bus.on(any: (any Event).self).next { [seen] _ in seen.add("any") }
    bus.on(any: Tagged.self).next(adding("as a supertype"))
    bus.on(Tagged.self).next(adding("type 1"))
    bus.on(Tagged.self).subtype("a").next(adding("subtype 1"))
    bus.on(Tagged.self).next(adding("type 2"))
    bus.on(Tagged.self).subtypes("b", "a").next(adding("subtype 2"))
    bus.on(Tagged.self).priority(1).next(adding("type, higher"))
    bus.on(Tagged.self).subtype("a").priority(-1).next(adding("subtype, lower"))
    bus.dispatch(Tagged("a"))
    #expect(
      seen.entries == [
        "type, higher", "subtype 1", "subtype 2", "type 1", "type 2", "any", "as a supertype", "subtype, lower",
      ])
  }

  @Test("the end of a subscription does not change the order of the remaining subscriptions")
  func ends() {
    let all = (0..<20).map { number in bus.on(Tagged.self).priority(number % 3).next(adding("\(number)")) }
    for number in [3, 4, 17, 0] { all[number].dispose() }
    bus.on(Tagged.self).priority(1).next(adding("new"))
    bus.dispatch(Tagged(nil))
    let rest = (0..<20).filter { ![3, 4, 17, 0].contains($0) }
    var order: [String] = []
    for priority in [2, 1, 0] {
      for number in rest where number % 3 == priority { order.append("\(number)") }
      if priority == 1 { order.append("new") }
    }
    #expect(seen.entries == order)
  }

  @Test("R2 the joint audience of several priorities and subtypes is fixed when a dispatch begins")
  func audience() {
    bus.on(Tagged.self).priority(10).next { [unowned bus, seen] event in
      seen.add("first")
      bus.on(Tagged.self).next { _ in seen.add("new, same type") }
      bus.on(Tagged.self).subtype("a").next { _ in seen.add("new, subtype") }
      bus.on(Tagged.self).priority(5).next { _ in seen.add("new, priority") }
      bus.on(any: (any Event).self).next { _ in seen.add("new, supertype") }
    }
    bus.on(Tagged.self).next(adding("type"))
    bus.on(Tagged.self).subtype("a").next(adding("subtype"))
    bus.on(any: (any Event).self).next { [seen] _ in seen.add("any") }
    bus.dispatch(Tagged("a"))
    #expect(seen.entries == ["first", "subtype", "type", "any"])
  }

  @Test("R2 a subscriber disposed before its turn is not called, at any priority and subtype")
  func disposed() {
    let later = Guarded<[Subscription]>([])
    bus.on(Tagged.self).priority(1).next { [seen] _ in
      seen.add("first")
      for subscription in later.with({ $0 }) { subscription.dispose() }
    }
    let all = [
      bus.on(Tagged.self).priority(1).next(adding("same")), bus.on(Tagged.self).next(adding("type")),
      bus.on(Tagged.self).subtypes("a", "b").next(adding("subtype")),
      bus.on(any: (any Event).self).next { [seen] _ in seen.add("any") },
    ]
    later.with { $0 = all }
    bus.dispatch(Tagged("a"))
    #expect(seen.entries == ["first"])
  }

  @Test("a subscription of several subtypes gets an event once, and is one disposable")
  func several() {
    let subscription = bus.on(Tagged.self).subtype("a").subtype("b").subtype("a").next { [seen] in
      seen.add("\($0.number)")
    }
    bus.dispatch(Tagged("a", 1))
    bus.dispatch(Tagged("b", 2))
    bus.dispatch(Tagged("c", 3))
    #expect(seen.entries == ["1", "2"])
    subscription.dispose()
    bus.dispatch(Tagged("a", 4))
    bus.dispatch(Tagged("b", 5))
    #expect(seen.entries == ["1", "2"])
    #expect(bus.census == EventBus().census)
  }

  @Test("once, for one type and for several subtypes, also when the handler dispatches again")
  func once() {
    bus.on(Tagged.self).once().next { [unowned bus, seen] event in
      seen.add("once")
      bus.dispatch(event)
    }
    let several = bus.on(Tagged.self).subtypes("a", "b").once().next(adding("several"))
    bus.dispatch(Tagged("c"))
    bus.dispatch(Tagged("b"))
    bus.dispatch(Tagged("a"))
    #expect(seen.entries == ["once", "several"])
    #expect(several.isDisposed)
    #expect(bus.census == EventBus().census)
  }
}
