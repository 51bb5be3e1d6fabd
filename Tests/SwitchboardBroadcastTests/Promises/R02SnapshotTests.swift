import SwitchboardTestSupport
import Testing

@Suite("R2 Snapshot")
struct R02SnapshotTests {
  @Test(
    "a subscriber added during a delivery does not get that value, but gets the next", arguments: Delivery.allCases)
  func newcomers(delivery: Delivery) {
    for before in [0, 1, 2, 5, 13] {
      let hub = Hub<Int>(delivery)
      let journal = Journal<Int>()
      for _ in 0..<before { hub.subscribe { _ in } }
      hub.subscribe { [unowned hub] value in
        guard value == 1 else { return }
        // The new subscriptions outgrow the block that is being walked.
        for number in 0..<100 { hub.subscribe { _ in journal.add(number) } }
      }
      hub.deliver(1, delivery)
      #expect(journal.entries.isEmpty)
      hub.deliver(2, delivery)
      #expect(journal.entries == Array(0..<100))
    }
  }

  @Test(
    "a subscriber disposed during a delivery, before the delivery reaches it, does not get the value")
  func disposedAhead() {
    for delivery in Delivery.allCases {
      let hub = Hub<Int>(delivery)
      let journal = Journal<Int>()
      let victims = (0..<6).map { _ in Token() }
      hub.subscribe { _ in for victim in [1, 2, 5] { victims[victim].dispose() } }
      for number in 0..<6 { victims[number].hold(hub.subscribe { _ in journal.add(number) }) }
      hub.deliver(1, delivery)
      #expect(journal.entries == [0, 3, 4])
    }
  }

  @Test("a queued value's audience is fixed when its turn comes")
  func queued() {
    let hub = Hub<Int>()
    let journal = Journal<String>()
    let leaver = Token()
    hub.subscribe { [unowned hub] value in
      guard value == 1 else { return }
      hub.send(2)
      // Subscribed after the send and before the delivery of 2: part of the audience of 2, not of 1.
      hub.subscribe { journal.add("late \($0)") }
      leaver.dispose()
    }
    hub.subscribe { journal.add("always \($0)") }
    leaver.hold(hub.subscribe { journal.add("leaver \($0)") })
    hub.send(1)
    #expect(journal.entries == ["always 1", "always 2", "late 2"])
  }

  @Test("a nested dispatch has a separate audience")
  func nested() {
    let hub = Hub<Int>(.concurrent)
    let journal = Journal<String>()
    hub.subscribe { [unowned hub] value in
      guard value == 1 else { return }
      hub.subscribe { journal.add("late \($0)") }
      hub.dispatch(2)
    }
    hub.subscribe { journal.add("always \($0)") }
    hub.dispatch(1)
    #expect(journal.entries == ["always 2", "late 2", "always 1"])
  }

  @Test("holes before the walker, and growth, neither skip nor repeat a subscriber")
  func holesBeforeWalker() {
    for delivery in Delivery.allCases {
      for front in [1, 2, 5, 40] {
        let hub = Hub<Int>(delivery)
        let journal = Journal<Int>()
        let leavers = (0..<front).map { _ in hub.subscribe { _ in } }
        hub.subscribe { [unowned hub] _ in
          for leaver in leavers { leaver.dispose() }
          for _ in 0..<500 { hub.subscribe { _ in journal.add(-1) }.dispose() }
        }
        for number in 0..<9 { hub.subscribe { _ in journal.add(number) } }
        hub.deliver(1, delivery)
        hub.deliver(2, delivery)
        #expect(journal.entries == Array(0..<9) + Array(0..<9))
      }
    }
  }

  @Test(
    "subscribers that stay get every value once while other threads subscribe and dispose")
  func completeUnderThreads() throws {
    for delivery in Delivery.allCases {
      let hub = Hub<Int>(delivery)
      let values = 1500
      // The counted subscriptions lie between disposed ones, so that holes and moves happen on both sides of each.
      let done = Counter()
      var counters: [Counter] = []
      for _ in 0..<5 {
        let counter = Counter()
        counters.append(counter)
        let leavers = (0..<7).map { _ in hub.subscribe { _ in } }
        hub.subscribe { _ in counter.increment() }
        for leaver in leavers { leaver.dispose() }
      }
      let churn = { @Sendable in
        var rng = SeededGenerator(seed: 3)
        var some = (0..<30).map { _ in hub.subscribe { _ in } }
        while done.value == 0 {
          some.remove(at: rng.below(some.count)).dispose()
          some.append(hub.subscribe { _ in })
        }
        for subscription in some { subscription.dispose() }
      }
      let sending = { @Sendable in
        for value in 0..<values { hub.deliver(value, delivery) }
        done.increment()
      }
      try onThreads([sending, churn])
      #expect(counters.map(\.value) == Array(repeating: values, count: counters.count))
      hub.checkInvariants()
    }
  }
}
