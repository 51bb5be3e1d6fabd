import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("greenrobot's tests: sticky events")
struct StickyTests {
  private let bus = EventBus()
  private let seen = Journal<Int>()

  @Test("a later subscriber gets the last event, and then new events")
  func late() {
    bus.dispatchSticky(Ping(number: 1))
    bus.dispatchSticky(Ping(number: 2))
    bus.on(Ping.self).sticky().next { [seen] in seen.add($0.number) }
    #expect(seen.entries == [2])
    bus.dispatchSticky(Ping(number: 3))
    bus.dispatch(Ping(number: 4))
    #expect(seen.entries == [2, 3, 4])
  }

  @Test("a present subscriber gets the event once")
  func present() {
    bus.on(Ping.self).sticky().next { [seen] in seen.add($0.number) }
    #expect(bus.dispatchSticky(Ping(number: 1)))
    #expect(seen.entries == [1])
  }

  @Test("a subscriber without replay does not get the sticky event")
  func optIn() {
    #expect(!bus.dispatchSticky(Ping(number: 1)))
    bus.on(Ping.self).next { [seen] in seen.add($0.number) }
    #expect(seen.entries == [])
    bus.dispatchSticky(Ping(number: 2))
    #expect(seen.entries == [2])
  }

  @Test("a plain event is not kept, and does not replace a sticky event")
  func plain() {
    bus.dispatchSticky(Ping(number: 1))
    bus.dispatch(Ping(number: 2))
    #expect(bus.stickyEvent(Ping.self)?.number == 1)
    bus.on(Ping.self).sticky().next { [seen] in seen.add($0.number) }
    #expect(seen.entries == [1])
  }

  @Test("the program can read and remove sticky events, one by one or all")
  func removal() {
    bus.dispatchSticky(Tagged("a", 1))
    bus.dispatchSticky(Tagged("b", 2))
    bus.dispatchSticky(Tagged(nil, 3))
    bus.dispatchSticky(Ping(number: 4))
    #expect(bus.stickyEvent(Tagged.self)?.number == 3)
    #expect(bus.stickyEvent(Tagged.self, subtype: "a")?.number == 1)
    #expect(bus.stickyEvent(Tagged.self, subtype: nil)?.number == 3)
    #expect(bus.removeStickyEvent(Tagged.self, subtype: "a")?.number == 1)
    #expect(bus.removeStickyEvent(Tagged.self, subtype: "a") == nil)
    #expect(bus.census.sticky == 3)
    bus.removeStickyEvents(of: Tagged.self)
    #expect(bus.stickyEvent(Tagged.self) == nil)
    #expect(bus.stickyEvent(Ping.self)?.number == 4)
    bus.removeAllStickyEvents()
    #expect(bus.census.sticky == 0)
    bus.on(Tagged.self).sticky().next { [seen] in seen.add($0.number) }
    #expect(seen.entries == [])
  }

  @Test("the bus keeps the last event of each subtype; replay is in dispatch order, or only the named subtype")
  func subtypes() {
    for (tag, number) in [("b", 1), ("a", 2), ("b", 3), ("c", 4)] { bus.dispatchSticky(Tagged(tag, number)) }
    bus.on(Tagged.self).sticky().next { [seen] in seen.add($0.number) }
    #expect(seen.entries == [2, 3, 4])
    seen.clear()
    bus.on(Tagged.self).subtype("b").sticky().next { [seen] in seen.add($0.number) }
    #expect(seen.entries == [3])
    seen.clear()
    bus.on(Tagged.self).subtypes("c", "a").sticky().next { [seen] in seen.add($0.number) }
    #expect(seen.entries == [2, 4])
  }

  @Test("removed inside the handler: later subscribers get no event")
  func removedInHandler() {
    bus.dispatchSticky(Ping(number: 1))
    bus.on(Ping.self).sticky().next { [unowned bus, seen] event in
      seen.add(event.number)
      bus.removeStickyEvent(Ping.self)
    }
    bus.on(Ping.self).sticky().next { [seen] in seen.add(10 * $0.number) }
    #expect(seen.entries == [1])
  }

  @Test("removed during its dispatch: the rest of the audience still gets the event")
  func removedInDispatch() {
    bus.on(Ping.self).next { [unowned bus, seen] event in
      seen.add(event.number)
      bus.removeStickyEvent(Ping.self)
    }
    bus.on(Ping.self).next { [seen] in seen.add(10 * $0.number) }
    bus.dispatchSticky(Ping(number: 1))
    #expect(seen.entries == [1, 10])
    #expect(bus.stickyEvent(Ping.self) == nil)
  }

  @Test("a handler dispatches the event again during its replay")
  func again() {
    bus.dispatchSticky(Ping(number: 1))
    bus.on(Ping.self).sticky().next { [unowned bus, seen] event in
      seen.add(event.number)
      if event.number < 3 { bus.dispatchSticky(Ping(number: event.number + 1)) }
    }
    #expect(seen.entries == [1, 2, 3])
    #expect(bus.stickyEvent(Ping.self)?.number == 3)
  }

  @Test("a supertype's subscriber gets the sticky events of all subtypes, in dispatch order")
  func supertype() {
    let names = Journal<String>()
    bus.dispatchSticky(Square())
    bus.dispatchSticky(Ping())
    bus.dispatchSticky(Circle())
    bus.on(any: (any Shape).self).sticky().next { names.add($0.name) }
    #expect(names.entries == ["square", "circle"])
  }

  @Test("once takes the replayed event; a queue gets the replay too; disposed in the replay, no event follows")
  func together() {
    bus.dispatchSticky(Tagged("a", 1))
    bus.dispatchSticky(Tagged("b", 2))
    let once = bus.on(Tagged.self).sticky().once().next { [seen] in seen.add($0.number) }
    #expect(once.isDisposed)
    #expect(seen.entries == [1])
    let scheduler = HandScheduler()
    bus.on(Tagged.self).sticky().scheduler(scheduler).next { [seen] in seen.add(10 * $0.number) }
    #expect(seen.entries == [1])
    scheduler.run()
    #expect(seen.entries == [1, 10, 20])
    let bag = CompositeDisposable()
    bus.on(Tagged.self).sticky().bound(to: bag).next { [seen] event in
      seen.add(100 * event.number)
      bag.dispose()
    }
    #expect(seen.entries == [1, 10, 20, 100])
  }

  @Test("the bus keeps the last event of each dynamic class")
  func classes() {
    let dog: Animal = Dog("rex")
    bus.dispatchSticky(dog)
    #expect(bus.stickyEvent(Animal.self) == nil)
    #expect(bus.stickyEvent(Dog.self)?.name == "rex")
  }

  @Test("replaced and removed events are released without a lock")
  func release() {
    let population = Population()
    for _ in 0..<3 {
      bus.dispatchSticky(
        Heavy(member: population.member { [unowned bus] in _ = bus.stickyEvent(Heavy.self) }))
    }
    #expect(population.count == 1)
    bus.removeAllStickyEvents()
    #expect(population.count == 0)
  }

  @Test("R8 a subscription made between the keeping of an event and its dispatch gets the event once")
  func between() {
    let (population, heard) = (Population(), Counter())
    // The release of the replaced event runs between the two.
    bus.dispatchSticky(
      Heavy(member: population.member { [bus] in bus.on(Heavy.self).sticky().next { _ in heard.increment() } }))
    #expect(heard.value == 0)
    bus.dispatchSticky(Heavy(member: population.member()))
    #expect(heard.value == 1)
  }

  @Test("R8 no gap and no duplicate while another thread dispatches")
  func race() throws {
    for round in 0..<rounds(300) {
      let bus = EventBus()
      let (heard, begun) = (Guarded<[Int]>([]), Gate())
      try onThreads([
        {
          for number in 1...50 {
            bus.dispatchSticky(Ping(number: number))
            if number == 5 { begun.open() }
          }
        },
        {
          begun.wait()
          bus.on(Ping.self).sticky().next { event in heard.with { $0.append(event.number) } }
        },
      ])
      let numbers = heard.with { $0 }
      #expect(Set(numbers).count == numbers.count, "a duplicate in round \(round)")
      // All events from the first heard one on. The replay and the first live events may come in either order.
      #expect(numbers.sorted() == Array((numbers.min() ?? 0)...50), "a gap in round \(round)")
      #expect((numbers.min() ?? 0) >= 5)
    }
  }

  @Test("R11 a subscription that another thread ends while sticky events are replayed to it")
  func endedDuringReplay() throws {
    for number in 0..<20 { bus.dispatchSticky(Tagged("\(number)")) }
    for _ in 0..<rounds(1_000) {
      let bag = CompositeDisposable()
      try onThreads([
        { [unowned bus] in bus.on(Tagged.self).sticky().bound(to: bag).next { _ in } }, { bag.dispose() },
      ])
    }
    bus.removeAllStickyEvents()
    #expect(bus.census == EventBus().census)
  }
}
