import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("greenrobot's tests: cancelling, dead events, inheritance")
struct CancelTests {
  private let bus = EventBus()
  private let seen = Journal<String>()

  @Test("cancel ends the rest of the delivery: the same priority, lower priorities, supertypes")
  func cancel() {
    bus.on(Ping.self).priority(1).next { [seen] _ in seen.add("before") }
    bus.on(Ping.self).next { [seen] _, delivery in
      seen.add("cancels")
      if delivery.isCancelled { seen.add("already") }
      delivery.cancel()
      delivery.cancel()
    }
    bus.on(Ping.self).next { [seen] _ in seen.add("same") }
    bus.on(Ping.self).priority(-1).next { [seen] _ in seen.add("lower") }
    bus.on(any: Ping.self).next { [seen] _ in seen.add("supertype") }
    #expect(bus.dispatch(Ping()))
    #expect(seen.entries == ["before", "cancels"])
  }

  @Test("cancel ends only this delivery: not an inner, an outer or the next delivery")
  func nested() {
    bus.on(Ping.self).next { [unowned bus, seen] event, delivery in
      seen.add("a\(event.number)")
      if event.number == 1 { bus.dispatch(Ping(number: 2)) } else { delivery.cancel() }
    }
    bus.on(Ping.self).next { [seen] in seen.add("b\($0.number)") }
    bus.dispatch(Ping(number: 1))
    #expect(seen.entries == ["a1", "a2", "b1"])
  }

  @Test("cancel also ends the delivery on parent buses, and awaited deliveries")
  func chain() async throws {
    let child = EventBus(parent: bus)
    bus.on(Ping.self).next { [seen] _ in seen.add("parent") }
    child.on(Ping.self).next { _, delivery in delivery.cancel() }
    child.on(Ping.self).task { [seen] _ in seen.add("task") }
    child.dispatch(Ping(), reaching: .chain)
    try await child.deliver(Ping())
    #expect(seen.entries == [])
  }

  @Test("a subscriber with a delivery parameter does not join a delivery that began without such subscribers")
  func lateBorrower() {
    bus.on(Ping.self).next { [unowned bus, seen] _ in
      seen.add("plain")
      bus.on(Ping.self).once().next { _, delivery in
        seen.add("borrower")
        delivery.cancel()
      }
    }
    bus.on(Ping.self).next { [seen] _ in seen.add("last") }
    bus.dispatch(Ping())
    #expect(seen.entries == ["plain", "last"])
  }

  @Test("an event without subscribers: dispatch returns false, and a dead event follows")
  func dead() {
    bus.on(DeadEvent.self).next { [seen] in seen.add("\(type(of: $0.event))") }
    #expect(!bus.dispatch(Ping()))
    #expect(!bus.dispatch(Tagged("a")))
    bus.on(Tagged.self).subtype("b").next { _ in }
    #expect(!bus.dispatch(Tagged("a")))
    #expect(bus.dispatch(Tagged("b")))
    #expect(seen.entries == ["Ping", "Tagged", "Tagged"])
  }

  @Test("a dead event without subscribers causes no further event; a handler of dead events may dispatch again")
  func deadOfDead() {
    #expect(!bus.dispatch(Ping()))
    #expect(!bus.dispatch(DeadEvent(Ping())))
    bus.on(DeadEvent.self).once().next { [unowned bus, seen] _ in
      seen.add("dead")
      bus.dispatch(Unheard())
    }
    bus.dispatch(Ping())
    #expect(seen.entries == ["dead"])
  }

  @Test("a disposed subscriber does not count as a subscriber, also inside a dispatch")
  func leaving() {
    let subscription = Guarded<Subscription?>(nil)
    let made = bus.on(Ping.self).next { [unowned bus, seen] event in
      if event.number == 0 {
        subscription.with { $0 }?.dispose()
        seen.add("\(bus.dispatch(Ping(number: 1)))")
      }
    }
    subscription.with { $0 = made }
    #expect(bus.dispatch(Ping()))
    #expect(seen.entries == ["false"])
  }

  @Test("inheritance: classes, protocols, everything; a subscriber of the exact type gets only that type")
  func inheritance() {
    bus.on(Animal.self).next { [seen] in seen.add("Animal \($0.name)") }
    bus.on(any: Animal.self).next { [seen] in seen.add("any Animal \($0.name)") }
    bus.on(any: Dog.self).next { [seen] in seen.add("any Dog \($0.name)") }
    bus.on(any: (any Shape).self).next { [seen] in seen.add("Shape \($0.name)") }
    bus.dispatch(Animal("a"))
    bus.dispatch(Dog("d"))
    bus.dispatch(Circle())
    bus.dispatch(Ping())
    #expect(seen.entries == ["Animal a", "any Animal a", "any Animal d", "any Dog d", "Shape circle"])
  }

  @Test("an object is filed under its dynamic class, whatever its static type is")
  func dynamic() {
    bus.on(Poodle.self).next { [seen] in seen.add($0.name) }
    let animal: Animal = Poodle("p")
    #expect(bus.dispatch(animal))
    let event: any Event = Poodle("q")
    let isHeard = bus.dispatch(event)
    #expect(isHeard)
    #expect(!bus.dispatch(Animal("a")))
    #expect(seen.entries == ["p", "q"])
  }

  @Test("every way to dispatch files an object under its dynamic class", arguments: Way.allCases)
  func dynamic(way: Way) async throws {
    bus.on(Dog.self).next { [seen] in seen.add("Dog \($0.name)") }
    bus.on(any: Animal.self).next { [seen] in seen.add("any \($0.name)") }
    let rex: Animal = Dog("rex")
    #expect(try await way.dispatch(rex, on: bus))
    #expect(seen.entries == ["Dog rex", "any rex"])
    #expect(try await way.dispatch(Animal("a"), on: bus))
    #expect(seen.entries == ["Dog rex", "any rex", "any a"])
  }

  enum Way: CaseIterable {
    case dispatch, chain, sticky, deliver

    func dispatch<E: Switchboard.Event>(_ event: E, on bus: EventBus) async throws -> Bool {
      switch self {
      case .dispatch: bus.dispatch(event)
      case .chain: bus.dispatch(event, reaching: .chain)
      case .sticky: bus.dispatchSticky(event)
      case .deliver: try await bus.deliver(event)
      }
    }
  }

  @Test("the bus determines supertypes again when subscribers of supertypes join and leave")
  func cache() {
    for _ in 0..<3 {
      #expect(!bus.dispatch(Circle()))
      let shapes = bus.on(any: (any Shape).self).next { [seen] in seen.add("s \($0.name)") }
      #expect(bus.dispatch(Circle()))
      #expect(bus.dispatch(Square()))
      let all = bus.on(any: (any Event).self).next { [seen] _ in seen.add("all") }
      #expect(bus.dispatch(Circle()))
      shapes.dispose()
      #expect(bus.dispatch(Circle()))
      #expect(seen.entries == ["s circle", "s square", "s circle", "all", "all"])
      all.dispose()
      seen.clear()
    }
    #expect(bus.census == EventBus().census)
  }

  @Test("a supertype's subscriber may use subtypes, priority, the delivery parameter, and once")
  func supertypeSteps() {
    bus.on(any: (any Event).self).subtypes("a", "b").next { [seen] in seen.add($0.subtype ?? "none") }
    bus.on(any: (any Event).self).once().priority(3).next { [seen] _ in seen.add("once") }
    bus.on(any: (any Event).self).priority(-1).next { _, delivery in delivery.cancel() }
    bus.on(Tagged.self).priority(-2).next { [seen] _ in seen.add("never") }
    for tag in ["a", "c", nil, "b"] { bus.dispatch(Tagged(tag)) }
    #expect(seen.entries == ["once", "a", "b"])
  }
}
