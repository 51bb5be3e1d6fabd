import SwitchboardTestSupport
import Testing

@Suite("R1 Order")
struct R01OrderTests {
  @Test(
    "subscribers get each value in subscription order, also after a third of them left", arguments: Delivery.allCases)
  func subscriptionOrder(delivery: Delivery) {
    let hub = Hub<Int>(delivery)
    let journal = Journal<Int>()
    var subscriptions = (0..<200).map { number in hub.subscribe { _ in journal.add(number) } }
    hub.deliver(1, delivery)
    #expect(journal.entries == Array(0..<200))

    for number in stride(from: 0, to: 200, by: 3) { subscriptions[number].dispose() }
    subscriptions += (200..<260).map { number in hub.subscribe { _ in journal.add(number) } }
    journal.clear()
    hub.deliver(2, delivery)
    #expect(journal.entries == (0..<200).filter { !$0.isMultiple(of: 3) } + Array(200..<260))
  }

  @Test("random subscribing and disposing never changes the order")
  func churned() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var rng = SeededGenerator(seed: seed)
      let hub = Hub<Int>()
      let journal = Journal<Int>()
      var live: [(number: Int, dispose: () -> Void)] = []
      for number in 0..<300 {
        if rng.below(5) < 2, !live.isEmpty {
          live.remove(at: rng.below(live.count)).dispose()
        } else {
          let subscription = hub.subscribe { _ in journal.add(number) }
          live.append((number, subscription.dispose))
        }
      }
      hub.send(1)
      #expect(journal.entries == live.map(\.number), "seed \(seed)")
    }
  }

  @Test("overlapping dispatches each keep the order while subscribers join and leave")
  func orderUnderThreads() throws {
    let hub = Hub<Int>(.concurrent)
    let dispatchers = 2
    let positions = (0..<dispatchers).map { _ in UnguardedList() }
    let breaches = Counter()
    for number in 0..<8 {
      hub.subscribe { thread in
        // Each dispatching thread sends its own number and has its own list.
        positions[thread].entries.append(number)
        if number == 7 {
          if positions[thread].entries != Array(0..<8) { breaches.increment() }
          positions[thread].entries = []
        }
      }
    }
    let done = Counter()
    let dispatching = (0..<dispatchers).map { thread in
      { @Sendable in
        for _ in 0..<2000 { hub.dispatch(thread) }
        done.increment()
      }
    }
    let churning = { @Sendable in
      while done.value < dispatchers {
        let some = (0..<20).map { _ in hub.subscribe { _ in } }
        for subscription in some { subscription.dispose() }
      }
    }
    try onThreads(dispatching + [churning])
    #expect(breaches.value == 0)
  }
}
