import SwitchboardTestSupport
import Testing

@Suite("R5 Grammar")
struct R05GrammarTests {
  @Test("after the terminal event no event follows", arguments: Delivery.allCases)
  func nothingAfter(delivery: Delivery) {
    let hub = Hub<Int>(delivery)
    let journal = Journal<Int>()
    let subscriptions = (0..<3).map { number in hub.subscribe { journal.add(10 * $0 + number) } }
    hub.deliver(1, delivery)
    hub.terminate(with: 9)
    hub.deliver(2, delivery)
    hub.terminate(with: 8)
    #expect(journal.entries == [10, 11, 12, 90, 91, 92])
    #expect(subscriptions.haveEnded)
    #expect(hub.census.count == 0)
  }

  @Test("a late subscriber gets the first terminal event immediately", arguments: [false, true])
  func late(waitable: Bool) {
    for delivery in Delivery.allCases {
      let hub = Hub<Int>(delivery)
      let journal = Journal<Int>()
      hub.terminate(with: 9)
      hub.terminate(with: 8)
      let subscription = hub.subscribe(waitable: waitable) { journal.add($0) }
      #expect(journal.entries == [9])
      #expect(subscription.isDisposed)
      #expect(hub.census == hub.census)
      #expect(hub.census.count == 0)
      subscription.dispose()
      if waitable { subscription.disposeAndWait() }
    }
  }

  @Test("terminated by a handler: all subscribers get the value, then the end")
  func duringDelivery() {
    for delivery in Delivery.allCases {
      for terminator in 0..<3 {
        let hub = Hub<Int>(delivery)
        let journal = Journal<Int>()
        for number in 0..<3 {
          hub.subscribe { value in
            journal.add(10 * value + number)
            if value == 1, number == terminator {
              hub.terminate(with: 9)
              hub.terminate(with: 8)
              hub.deliver(5, delivery)
            }
          }
        }
        hub.deliver(1, delivery)
        #expect(journal.entries == [10, 11, 12, 90, 91, 92])
        #expect(hub.census.count == 0)
      }
    }
  }

  @Test(
    "values queued before the end come before it; values sent after the end never come")
  func queue() {
    let hub = Hub<Int>()
    let journal = Journal<Int>()
    hub.subscribe { value in
      journal.add(value)
      if value == 1 {
        hub.send(2)
        hub.terminate(with: 9)
        hub.send(3)
      }
      if value == 2 { hub.send(4) }
    }
    hub.send(1)
    #expect(journal.entries == [1, 2, 9])
  }

  @Test("a subscriber between the call and the event gets the event once")
  func subscribeBeforeEvent() {
    for delivery in Delivery.allCases {
      let hub = Hub<Int>(delivery)
      let journal = Journal<Int>()
      hub.subscribe { value in
        guard value == 1 else { return }
        hub.terminate(with: 9)
        hub.subscribe { journal.add($0) }
      }
      hub.deliver(1, delivery)
      #expect(journal.entries == [9])
      #expect(hub.census.count == 0)
    }
  }

  @Test("a subscriber inside a terminal handler gets the event immediately, once")
  func subscribeInsideEvent() {
    for delivery in Delivery.allCases {
      let hub = Hub<Int>(delivery)
      let journal = Journal<String>()
      for number in 0..<3 {
        hub.subscribe { value in
          journal.add("\(number)")
          hub.subscribe { _ in journal.add("late") }
          hub.deliver(value, delivery)
          hub.terminate(with: value)
        }
      }
      hub.terminate(with: 9)
      #expect(journal.entries == ["0", "late", "1", "late", "2", "late"])
      #expect(hub.census.count == 0)
    }
  }

  @Test(
    "a terminal handler may dispose its subscription and other subscriptions", arguments: [false, true])
  func disposeInsideEvent(waitable: Bool) {
    for delivery in Delivery.allCases {
      let hub = Hub<Int>(delivery)
      let journal = Journal<Int>()
      let tokens = (0..<5).map { _ in Token() }
      for number in 0..<5 {
        tokens[number].hold(
          hub.subscribe(waitable: waitable) { _ in
            journal.add(number)
            if number == 2 { for other in [0, 2, 3] { tokens[other].dispose() } }
          })
      }
      hub.terminate(with: 9)
      #expect(journal.entries == [0, 1, 2, 4])
      #expect(hub.census.count == 0)
    }
  }

  @Test(
    "the event may dispose the subscription that gets it, also a late subscription")
  func eventDisposes() {
    for delivery in Delivery.allCases {
      let hub = Hub<Int>(delivery)
      let events = Counter()
      let population = Population()
      let journal = Journal<Int>()
      hub.subscribe { [member = population.member()] _ in _ = member }
      hub.terminate { subscription in
        events.increment()
        subscription.dispose()
        // The event may be running the handler, so the handler's captures have to outlive the event.
        journal.add(population.count)
      }
      let late = hub.subscribe { [member = population.member()] _ in _ = member }
      #expect(events.value == 2)
      #expect(journal.entries == [1, 1])
      #expect(population.count == 0)
      #expect(late.isDisposed)
      #expect(hub.census.count == 0)
      hub.checkInvariants()
    }
  }

  @Test("with dispatches in flight the end comes after the last dispatch")
  func inFlight() throws {
    let hub = Hub<Int>(.concurrent)
    let stage = Stage(hub)
    let journal = Journal<Int>()
    hub.subscribe { journal.add($0) }
    let (first, second) = (stage.begin(1), stage.begin(2))
    hub.terminate(with: 9)
    hub.dispatch(3)
    #expect(journal.entries.isEmpty)
    try first.end()
    #expect(journal.entries == [1])
    try second.end()
    #expect(journal.entries == [1, 2, 9])
    #expect(hub.census.count == 0)
  }

  @Test(
    "terminated from a nested dispatch, the end comes after the outermost dispatch")
  func nested() {
    let hub = Hub<Int>(.concurrent)
    let journal = Journal<String>()
    // A disposed subscription moves the registry to its other phase between the levels.
    let leavers = (0..<3).map { _ in hub.subscribe { _ in } }
    hub.subscribe { value in
      journal.add("a\(value)")
      guard value < 3 else { return }
      leavers[value].dispose()
      hub.dispatch(value + 1)
      if value == 2 { hub.terminate(with: 9) }
    }
    hub.subscribe { journal.add("b\($0)") }
    hub.dispatch(0)
    #expect(journal.entries == ["a0", "a1", "a2", "a3", "b3", "b2", "b1", "b0", "a9", "b9"])
  }
}
