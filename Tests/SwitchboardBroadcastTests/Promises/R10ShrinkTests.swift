import SwitchboardTestSupport
import Testing

@testable import SwitchboardBroadcast

@Suite("R10 Registries shrink")
struct R10ShrinkTests {
  @Test("at rest capacity ≤ 4 × count + 16 after each step, up and down")
  func everyStep() {
    for delivery in Delivery.allCases {
      let hub = Hub<Int>(delivery)
      var rng = SeededGenerator(seed: 23)
      var live: [Subscription] = []
      for _ in 0..<300 {
        live.append(hub.subscribe { _ in })
        #expect(hub.census.isWithinBounds && hub.census.count == live.count)
      }
      while !live.isEmpty {
        live.remove(at: rng.below(live.count)).dispose()
        #expect(hub.census.isWithinBounds && hub.census.count == live.count)
      }
      #expect(hub.census.capacity <= 2)
    }
  }

  @Test(
    "also after a delivery in which nearly all subscribers were disposed", arguments: [0, 1, 10])
  func duringDelivery(survivors: Int) {
    for delivery in Delivery.allCases {
      let hub = Hub<Int>(delivery)
      let starter = Token()
      starter.hold(
        hub.subscribe { _ in
          let many = (0..<1000).map { _ in hub.subscribe { _ in } }
          for subscription in many.dropLast(survivors) { subscription.dispose() }
          starter.dispose()
        })
      hub.deliver(1, delivery)
      #expect(hub.census.count == survivors)
      #expect(hub.census.isWithinBounds)
      hub.checkInvariants()
    }
  }

  @Test(
    "also after the terminal event, and after a second call of terminate", arguments: Delivery.allCases)
  func terminal(delivery: Delivery) {
    let hub = Hub<Int>(delivery)
    for _ in 0..<1000 { hub.subscribe { _ in } }
    hub.terminate(with: 9)
    #expect(hub.census.count == 0)
    #expect(hub.census.isWithinBounds)
    for _ in 0..<100 { hub.subscribe { _ in } }
    #expect(hub.census.isWithinBounds)
    hub.checkInvariants()
  }

  @Test("at rest after overlapping dispatches, also when nothing waited for release")
  func afterOverlap() throws {
    let hub = Hub<Int>(.concurrent)
    let stage = Stage(hub)
    let many = (0..<1000).map { _ in hub.subscribe { _ in } }
    let first = stage.begin(1)
    for subscription in many { subscription.dispose() }
    // Each dispatch begins before the previous one ends, so all garbage is released while a dispatch is in progress.
    let second = stage.begin(2)
    try first.end()
    let third = stage.begin(3)
    try second.end()
    try third.end()
    #expect(hub.census.count == 1)
    #expect(hub.census.isWithinBounds, "\(hub.census)")
  }

  @Test("the queue of a burst is freed, also of a burst inside a burst")
  func queue() {
    for depth in 1...3 {
      let owner = Owner()
      // Each value sends one value that continues the burst, and many values that do not.
      owner.broadcaster.subscribe { [unowned owner] value in
        guard value < depth else { return }
        owner.broadcaster.send(value + 1)
        for _ in 0..<200 { owner.broadcaster.send(depth) }
      }
      owner.broadcaster.send(0)
      #expect(owner.broadcaster.registry.queue.byteCapacity <= 2048, "after bursts \(depth) deep")
    }
  }

  @Test("a registry that has ended holds no memory for its queue, however it ended")
  func endedQueue() {
    func used() -> Owner {
      let owner = Owner()
      owner.broadcaster.subscribe { [unowned owner] value in if value == 0 { owner.broadcaster.send(1) } }
      owner.broadcaster.send(0)
      return owner
    }
    let ended = used()
    ended.broadcaster.terminate { _ in }
    #expect(ended.broadcaster.registry.queue.byteCapacity == 0, "ended by an event")
    let registry = used().broadcaster.registry
    #expect(registry.queue.byteCapacity == 0, "its broadcaster was destroyed")
  }

  private final class Owner: Sendable {
    let broadcaster = Broadcaster<Int>()
  }
}
