import SwitchboardTestSupport
import Testing

/// Tests in which every kind of user code calls back into the same registry. A held lock would make the call hang, so
/// each body runs under the watchdog.
@Suite("R4 No user code under a lock")
struct R04UserCodeTests {
  /// Does everything that user code may do with a hub.
  static func callBack(_ hub: Hub<Int>, _ delivery: Delivery, _ count: Counter) {
    let subscription = hub.subscribe { _ in }
    hub.deliver(-7, delivery)
    subscription.dispose()
    _ = hub.census
    count.increment()
  }

  @Test("handlers call back", arguments: Delivery.allCases)
  func handlers(delivery: Delivery) throws {
    let count = Counter()
    try watched {
      let hub = Hub<Int>(delivery)
      hub.subscribe { [unowned hub] value in if value == 1 { Self.callBack(hub, delivery, count) } }
      hub.deliver(1, delivery)
    }
    #expect(count.value == 1)
  }

  @Test("deinits of captures call back when disposed outside of a delivery")
  func deinitOutside() throws {
    for delivery in Delivery.allCases {
      let (count, population) = (Counter(), Population())
      try watched {
        let hub = Hub<Int>(delivery)
        for size in [1, 2, 7, 30] {
          let subscriptions = (0..<size).map { _ in
            let member = population.member { Self.callBack(hub, delivery, count) }
            return hub.subscribe { _ in withExtendedLifetime(member) {} }
          }
          for subscription in subscriptions { subscription.dispose() }
          hub.checkInvariants()
        }
      }
      #expect(count.value == 40)
      #expect(population.count == 0)
    }
  }

  @Test("deinits of captures call back when disposed during a delivery")
  func deinitInside() throws {
    for delivery in Delivery.allCases {
      let (count, population) = (Counter(), Population())
      let census = try watched {
        let hub = Hub<Int>(delivery)
        let subscriptions = (0..<30).map { _ in
          let member = population.member { Self.callBack(hub, delivery, count) }
          return hub.subscribe { _ in withExtendedLifetime(member) {} }
        }
        hub.subscribe { value in
          if value == 1 { for subscription in subscriptions { subscription.dispose() } }
        }
        hub.deliver(1, delivery)
        return hub.census
      }
      #expect(count.value == 30)
      #expect(population.count == 0)
      #expect(census.count == 1)
    }
  }

  @Test("deinits of captures call back at the terminal event")
  func deinitAtTerminal() throws {
    for delivery in Delivery.allCases {
      for size in [1, 2, 30] {
        let (count, population) = (Counter(), Population())
        try watched {
          let hub = Hub<Int>(delivery)
          for _ in 0..<size {
            let member = population.member { Self.callBack(hub, delivery, count) }
            hub.subscribe { _ in withExtendedLifetime(member) {} }
          }
          hub.terminate(with: 9)
        }
        #expect(count.value == size)
        #expect(population.count == 0)
      }
    }
  }

  @Test("deinits of a late subscriber's captures, and its handler, call back")
  func late() throws {
    for delivery in Delivery.allCases {
      let (count, population) = (Counter(), Population())
      try watched {
        let hub = Hub<Int>(delivery)
        hub.terminate(with: 9)
        let depth = Counter()
        let member = population.member { Self.callBack(hub, delivery, count) }
        hub.subscribe { [member] _ in
          if depth.increment() == 1 { withExtendedLifetime(member) { Self.callBack(hub, delivery, count) } }
        }
      }
      #expect(count.value == 2)
      #expect(population.count == 0)
    }
  }

  @Test("deinits of queued values call back, and run one by one after their delivery")
  func queuedValues() throws {
    let (count, population) = (Counter(), Population())
    let journal = Journal<Int>()
    try watched {
      let hub = Hub<Cargo>()
      hub.subscribe { [unowned hub] cargo in
        journal.add(population.count)
        guard cargo.number == 0 else { return }
        for number in 1...3 {
          hub.send(
            Cargo(
              number: number,
              member: population.member {
                hub.subscribe { _ in }.dispose()
                hub.send(Cargo(number: -1, member: nil))
                _ = hub.census
                count.increment()
              }))
        }
      }
      hub.send(Cargo(number: 0, member: nil))
    }
    #expect(count.value == 3)
    #expect(population.count == 0)
    // The numbers of live members at the calls for 0, for 1, 2 and 3, and for the three values that deinits send.
    #expect(journal.entries == [0, 3, 2, 1, 0, 0, 0])
  }

  @Test("a value sent after the end is released without a lock")
  func valueAfterEnd() throws {
    let (count, population) = (Counter(), Population())
    try watched {
      let hub = Hub<Cargo>()
      hub.terminate(with: Cargo(number: 9, member: nil))
      hub.send(
        Cargo(
          number: 1,
          member: population.member { [hub] in
            _ = hub.census
            count.increment()
          }))
    }
    #expect(count.value == 1)
  }

  @Test("the captures of a second terminal event are released without a lock")
  func secondTerminal() throws {
    let (count, population) = (Counter(), Population())
    try watched {
      let hub = Hub<Int>()
      hub.terminate { _ in }
      let member = population.member {
        _ = hub.census
        count.increment()
      }
      hub.terminate { [member] _ in withExtendedLifetime(member) {} }
    }
    #expect(count.value == 1)
  }

  @Test("deinits that call back from several threads at the same time do not hang")
  func deinitsUnderThreads() throws {
    for delivery in Delivery.allCases {
      let (count, population) = (Counter(), Population())
      let hub = Hub<Int>(delivery)
      let body = { @Sendable in
        for round in 0..<150 {
          let member = population.member { Self.callBack(hub, delivery, count) }
          let subscription = hub.subscribe { _ in withExtendedLifetime(member) {} }
          hub.deliver(round, delivery)
          subscription.dispose()
        }
      }
      try onThreads([body, body, body])
      hub.deliver(0, delivery)
      #expect(count.value == 450)
      #expect(population.count == 0)
      hub.checkInvariants()
    }
  }
}

/// A value with a member that notices its release.
struct Cargo: Sendable {
  let number: Int
  let member: Population.Member?
}
