import Switchboard
import SwitchboardTestOwners
import SwitchboardTestSupport
import Testing

@Suite("R3, R4, R11 The bus: silence, user code, misuse")
struct BadInputTests {
  private let bus = EventBus()
  private let seen = Journal<String>()

  @Test("an event type without subscribers, empty names, double dispose")
  func harmless() {
    #expect(!bus.dispatch(Unheard()))
    bus.on(NamedEvent.self).subtype("").next { [seen] in seen.add("empty \($0.name)") }
    #expect(bus.dispatch(NamedEvent("")))
    let subscription = bus.subscribe(Ping.self) { _ in }
    subscription.dispose()
    subscription.dispose()
    #expect(subscription.isDisposed)
    #expect(seen.entries == ["empty "])
  }

  @Test("an owner that is being deallocated: the subscription has ended, for each way to name the owner")
  func dyingOwner() {
    let ended = Journal<Bool>()
    do {
      let player = Player { [unowned bus] player in
        ended.add(bus.subscribe(Ping.self, owner: player) { _, _ in }.isDisposed)
        ended.add(bus.on(Ping.self).bound(to: player).next { _ in }.isDisposed)
      }
      withExtendedLifetime(player) {}
    }
    do {
      let stranger = Stranger { [unowned bus] stranger in
        ended.add(bus.subscribe(Ping.self, owner: stranger) { _, _ in }.isDisposed)
        ended.add(bus.on(Ping.self).bound(to: stranger).next { _, _ in }.isDisposed)
      }
      withExtendedLifetime(stranger) {}
    }
    let bag = CompositeDisposable()
    bag.dispose()
    ended.add(bus.on(Ping.self).bound(to: bag).next { _ in }.isDisposed)
    ended.add(bus.on(Tagged.self).subtypes("a", "b").bound(to: bag).next { _ in }.isDisposed)
    #expect(ended.entries == Array(repeating: true, count: 6))
    #expect(bus.census == EventBus().census)
  }

  @Test("an owner that is deallocated inside its handler")
  func deathInHandler() {
    let player = Guarded<Player?>(Player())
    bus.subscribe(Ping.self, owner: player.with { $0! }) { [seen] _, event in
      player.with { $0 = nil }
      seen.add("\(event.number)")
    }
    bus.dispatch(Ping(number: 1))
    bus.dispatch(Ping(number: 2))
    #expect(seen.entries == ["1"])
    #expect(bus.census == EventBus().census)
  }

  @Test("R4 deinits of handlers, events and owners may call the bus")
  func reentrantDeinits() {
    let population = Population()
    let member: @Sendable () -> Population.Member = { [unowned bus, population, seen] in
      population.member {
        bus.dispatch(NamedEvent("deinit"))
        bus.on(Tagged.self).subtype("x").next { _ in }.dispose()
        bus.on(any: (any Shape).self).next { _ in }.dispose()
        seen.add("\(bus.census.topics > 0)")
      }
    }
    bus.on(NamedEvent.self).next { _ in }
    let subscriptions = [
      bus.on(Ping.self).next { [held = member()] _ in withExtendedLifetime(held) {} },
      bus.on(Tagged.self).subtypes("a", "b").next { [held = member()] _ in withExtendedLifetime(held) {} },
      bus.on(any: (any Shape).self).next { [held = member()] _ in withExtendedLifetime(held) {} },
      bus.on(Ping.self).task { [held = member()] _ in withExtendedLifetime(held) {} },
    ]
    for subscription in subscriptions { subscription.dispose() }
    bus.dispatch(Heavy(member: member()))
    bus.dispatchSticky(Heavy(member: member()))
    bus.removeStickyEvent(Heavy.self)
    #expect(population.count == 0)
    #expect(seen.entries.count == 6)
  }

  @Test("R3 no dispatch that begins after dispose has returned calls the handler", arguments: [false, true])
  func silence(isComposed: Bool) throws {
    for _ in 0..<rounds(200) {
      let (isOver, late, done) = (Counter(), Counter(), Counter())
      let selection = isComposed ? bus.on(Tagged.self).subtypes("a", "b") : bus.on(Tagged.self)
      let subscription = selection.next { event in if event.number == 1 { late.increment() } }
      try onThreads([
        { [unowned bus] in
          // `isOver` is read before the dispatch begins.
          while done.value == 0 { bus.dispatch(Tagged("a", isOver.value)) }
          bus.dispatch(Tagged("b", isOver.value))
        },
        {
          subscription.dispose()
          isOver.increment()
          done.increment()
        },
      ])
      #expect(late.value == 0)
    }
  }

  @Test("the bus reads the subtype only where it matters")
  func subtypeOnDemand() {
    struct Counted: Event {
      let counter: Counter
      var subtype: String? {
        counter.increment()
        return "a"
      }
    }
    let counter = Counter()
    let plain = bus.on(Counted.self).next { _ in }
    bus.dispatch(Counted(counter: counter))
    #expect(counter.value == 0)
    bus.on(Counted.self).subtype("a").next { _ in }
    bus.dispatch(Counted(counter: counter))
    #expect(counter.value == 1)
    plain.dispose()
  }
}
