import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("greenrobot's tests: sticky events")
struct StickyTests {
  private let bus = EventBus()
  private let seen = Journal<Int>()

  @Test("who comes later gets the last, and then what comes")
  func late() {
    bus.dispatchSticky(Ping(number: 1))
    bus.dispatchSticky(Ping(number: 2))
    bus.on(Ping.self).sticky().next { [seen] in seen.note($0.number) }
    #expect(seen.entries == [2])
    bus.dispatchSticky(Ping(number: 3))
    bus.dispatch(Ping(number: 4))
    #expect(seen.entries == [2, 3, 4])
  }

  @Test("who is there gets it once")
  func present() {
    bus.on(Ping.self).sticky().next { [seen] in seen.note($0.number) }
    #expect(bus.dispatchSticky(Ping(number: 1)))
    #expect(seen.entries == [1])
  }

  @Test("who does not ask for it does not get it")
  func optIn() {
    #expect(!bus.dispatchSticky(Ping(number: 1)))
    bus.on(Ping.self).next { [seen] in seen.note($0.number) }
    #expect(seen.entries == [])
    bus.dispatchSticky(Ping(number: 2))
    #expect(seen.entries == [2])
  }

  @Test("an event that is not sticky is not kept, and does not replace one that is")
  func plain() {
    bus.dispatchSticky(Ping(number: 1))
    bus.dispatch(Ping(number: 2))
    #expect(bus.stickyEvent(Ping.self)?.number == 1)
    bus.on(Ping.self).sticky().next { [seen] in seen.note($0.number) }
    #expect(seen.entries == [1])
  }

  @Test("they can be read and removed, each and all")
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
    bus.on(Tagged.self).sticky().next { [seen] in seen.note($0.number) }
    #expect(seen.entries == [])
  }

  @Test("of each subtype the last, in the order of dispatch; of a subtype its own")
  func subtypes() {
    for (tag, number) in [("b", 1), ("a", 2), ("b", 3), ("c", 4)] { bus.dispatchSticky(Tagged(tag, number)) }
    bus.on(Tagged.self).sticky().next { [seen] in seen.note($0.number) }
    #expect(seen.entries == [2, 3, 4])
    seen.clear()
    bus.on(Tagged.self).subtype("b").sticky().next { [seen] in seen.note($0.number) }
    #expect(seen.entries == [3])
    seen.clear()
    bus.on(Tagged.self).subtypes("c", "a").sticky().next { [seen] in seen.note($0.number) }
    #expect(seen.entries == [2, 4])
  }

  @Test("removed inside the handler: who comes afterwards gets none")
  func removedInHandler() {
    bus.dispatchSticky(Ping(number: 1))
    bus.on(Ping.self).sticky().next { [unowned bus, seen] event in
      seen.note(event.number)
      bus.removeStickyEvent(Ping.self)
    }
    bus.on(Ping.self).sticky().next { [seen] in seen.note(10 * $0.number) }
    #expect(seen.entries == [1])
  }

  @Test("removed while it is being dispatched: the rest of the audience gets it")
  func removedInDispatch() {
    bus.on(Ping.self).next { [unowned bus, seen] event in
      seen.note(event.number)
      bus.removeStickyEvent(Ping.self)
    }
    bus.on(Ping.self).next { [seen] in seen.note(10 * $0.number) }
    bus.dispatchSticky(Ping(number: 1))
    #expect(seen.entries == [1, 10])
    #expect(bus.stickyEvent(Ping.self) == nil)
  }

  @Test("dispatched again from inside its own replay")
  func again() {
    bus.dispatchSticky(Ping(number: 1))
    bus.on(Ping.self).sticky().next { [unowned bus, seen] event in
      seen.note(event.number)
      if event.number < 3 { bus.dispatchSticky(Ping(number: event.number + 1)) }
    }
    #expect(seen.entries == [1, 2, 3])
    #expect(bus.stickyEvent(Ping.self)?.number == 3)
  }

  @Test("a supertype's subscriber gets those of all its types, in the order of dispatch")
  func supertype() {
    let names = Journal<String>()
    bus.dispatchSticky(Square())
    bus.dispatchSticky(Ping())
    bus.dispatchSticky(Circle())
    bus.on(any: (any Shape).self).sticky().next { names.note($0.name) }
    #expect(names.entries == ["square", "circle"])
  }

  @Test("once is the replayed one; a queue gets it too; disposed in the replay, nothing more")
  func together() {
    bus.dispatchSticky(Tagged("a", 1))
    bus.dispatchSticky(Tagged("b", 2))
    let once = bus.on(Tagged.self).sticky().once().next { [seen] in seen.note($0.number) }
    #expect(once.isDisposed)
    #expect(seen.entries == [1])
    let scheduler = HandScheduler()
    bus.on(Tagged.self).sticky().scheduler(scheduler).next { [seen] in seen.note(10 * $0.number) }
    #expect(seen.entries == [1])
    scheduler.run()
    #expect(seen.entries == [1, 10, 20])
    let bag = CompositeDisposable()
    bus.on(Tagged.self).sticky().bound(to: bag).next { [seen] event in
      seen.note(100 * event.number)
      bag.dispose()
    }
    #expect(seen.entries == [1, 10, 20, 100])
  }

  @Test("the last of a class is that of the class itself, and it is kept by what it is")
  func classes() {
    let dog: Animal = Dog("rex")
    bus.dispatchSticky(dog)
    #expect(bus.stickyEvent(Animal.self) == nil)
    #expect(bus.stickyEvent(Dog.self)?.name == "rex")
  }

  @Test("what is replaced or removed is released with no lock held")
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

  @Test("R8 no gap and no duplicate while somebody dispatches")
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
}
