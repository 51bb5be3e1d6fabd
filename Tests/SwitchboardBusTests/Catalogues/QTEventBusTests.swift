import Switchboard
import SwitchboardTestOwners
import SwitchboardTestSupport
import Testing

/// Counterparts of QTEventBus's sixteen test cases, grouped by topic. Each test is named after its original. Where an
/// original could not fail, the counterpart can.
@Suite("QTEventBus's tests: basics")
struct QTBasicTests {
  private let bus = EventBus(name: "basic")
  private let seen = Journal<String>()

  @Test("testStringEvent: an event with a name reaches only the subscribers of that name")
  func stringEvent() {
    bus.on(NamedEvent.self).subtype("refresh").next { [seen] event in seen.add(event.name) }
    bus.dispatch(NamedEvent("refresh"))
    bus.dispatch(NamedEvent("other"))
    #expect(seen.entries == ["refresh"])
  }

  @Test("testJsonEvent: an event carries data under a name, on the shared bus")
  func jsonEvent() {
    let name = "QTBasicTests.json"
    let subscription = EventBus.shared.on(NamedEvent.self).subtype(name).next { [seen] event in
      seen.add((event.payload as? [String: String])?["key"] ?? "none")
    }
    EventBus.shared.dispatch(NamedEvent(name, payload: ["key": "value"]))
    subscription.dispose()
    EventBus.shared.dispatch(NamedEvent(name, payload: ["key": "late"]))
    #expect(seen.entries == ["value"])
  }

  @Test("testNormalEvent: a typed event without an owner")
  func normalEvent() {
    bus.subscribe(Ping.self) { [seen] event in seen.add("\(event.number)") }
    #expect(bus.dispatch(Ping(number: 1)))
    #expect(seen.entries == ["1"])
  }

  @Test("testIdEvent: a typed event with a subtype")
  func idEvent() {
    bus.on(Tagged.self).subtype("a").next { [seen] event in seen.add("\(event.number)") }
    bus.dispatch(Tagged("a", 1))
    bus.dispatch(Tagged("b", 2))
    bus.dispatch(Tagged(nil, 3))
    #expect(seen.entries == ["1"])
  }

  @Test("testAttachEvent: no event arrives after the deallocation of the owner")
  func attachEvent() {
    var player: Player? = Player()
    bus.on(Ping.self).bound(to: player!.lifetime).next { [seen] event in seen.add("\(event.number)") }
    bus.dispatch(Ping(number: 1))
    player = nil
    #expect(!bus.dispatch(Ping(number: 2)))
    #expect(seen.entries == ["1"])
    #expect(bus.census == EventBus().census)
  }

  @Test("testNilAttachEvent: without an owner the subscription stays, also when its handle is dropped")
  func nilAttachEvent() {
    bus.on(Ping.self).next { [seen] event in seen.add("\(event.number)") }
    for number in 1...3 { bus.dispatch(Ping(number: number)) }
    #expect(seen.entries == ["1", "2", "3"])
  }

  @Test("testDomainSpecificEvent: subtype and owner together")
  func domainSpecificEvent() {
    let player = Player()
    bus.subscribe(Tagged.self, subtype: "a", owner: player) { player, event in
      player.journal.add(event.number)
    }
    bus.dispatch(Tagged("a", 1))
    bus.dispatch(Tagged("b", 2))
    #expect(player.journal.entries == [1])
  }

  @Test("testManualDispose: a disposed handler never runs")
  func manualDispose() {
    let subscription = bus.subscribe(Ping.self) { [seen] _ in seen.add("ran") }
    subscription.dispose()
    bus.dispatch(Ping())
    subscription.dispose()
    bus.dispatch(Ping())
    #expect(seen.entries == [])
  }
}

@Suite("QTEventBus's tests: the collection")
struct QTCollectionTests {
  private let bus = EventBus()

  @Test("testAdd: one more subscription, counted once")
  func add() {
    bus.subscribe(Ping.self) { _ in }
    #expect(bus.census.topics == 1)
    #expect(bus.census.subscriptions == 1)
  }

  @Test("testAddRepeatUniqueId: subscribing twice with one owner makes two subscriptions, and both stay")
  func addRepeatUniqueId() {
    let player = Player()
    for number in 1...2 { bus.subscribe(Ping.self, owner: player) { player, _ in player.journal.add(number) } }
    bus.dispatch(Ping())
    #expect(bus.census.subscriptions == 2)
    #expect(player.journal.entries == [1, 2])
  }

  @Test("testMultiKeys: ten keys are ten topics of one subscription each")
  func multiKeys() {
    let seen = Journal<Int>()
    for number in 0..<10 {
      bus.on(NamedEvent.self).subtype("key \(number)").next { _ in seen.add(number) }
    }
    // Ten topics of subtypes, and the topic of the type, which knows that there are subtypes.
    #expect(bus.census.topics == 11)
    #expect(bus.census.subscriptions == 10)
    for number in 0..<10 { bus.dispatch(NamedEvent("key \(number)")) }
    #expect(seen.entries == Array(0..<10))
  }

  @Test("testRemove: adding and removing one subscription leaves nothing")
  func remove() {
    let subscription = bus.subscribe(Ping.self) { _ in }
    #expect(bus.census.subscriptions == 1)
    subscription.dispose()
    #expect(bus.census == EventBus().census)
  }

  @Test("testFetch: a hundred subscriptions are called in order")
  func fetch() {
    let seen = Journal<Int>()
    for number in 0..<100 { bus.subscribe(Ping.self) { _ in seen.add(number) } }
    bus.dispatch(Ping())
    #expect(seen.entries == Array(0..<100))
  }

  @Test("testMultiThreading: two threads add 10 000 while a third dispatches, and none is lost")
  func multiThreading() throws {
    let (count, running) = (rounds(5000), Counter())
    let add: @Sendable () -> Void = { [unowned bus] in
      for _ in 0..<count { bus.subscribe(Ping.self) { _ in } }
      running.increment()
    }
    try onThreads([add, add, { [unowned bus] in while running.value < 2 { bus.dispatch(Ping()) } }])
    #expect(bus.census.subscriptions == 2 * count)
    let heard = Counter()
    bus.subscribe(Ping.self, priority: -1) { _ in heard.increment() }
    bus.dispatch(Ping())
    #expect(heard.value == 1)
  }
}

/// Counterparts of the tests of QTEventBus's notification bridge, as far as they concern the bus. Another target
/// bridges Foundation's notification center.
@Suite("QTEventBus's tests: notifications")
struct QTNotificationTests {
  private let bus = EventBus()

  @Test("testNormal: a living owner receives the event, a deallocated owner does not")
  func normal() {
    let seen = Journal<Int>()
    var player: Player? = Player()
    bus.subscribe(NamedEvent.self, subtype: "did load", owner: player!) { _, event in
      seen.add(event.payload as? Int ?? 0)
    }
    bus.dispatch(NamedEvent("did load", payload: 1))
    player = nil
    bus.dispatch(NamedEvent("did load", payload: 2))
    #expect(seen.entries == [1])
  }

  @Test("testManualDispose: received before dispose, not after")
  func manualDispose() {
    let seen = Journal<Int>()
    let subscription = bus.on(NamedEvent.self).subtype("did load").next { seen.add($0.payload as? Int ?? 0) }
    bus.dispatch(NamedEvent("did load", payload: 1))
    subscription.dispose()
    bus.dispatch(NamedEvent("did load", payload: 2))
    #expect(seen.entries == [1])
  }
}
