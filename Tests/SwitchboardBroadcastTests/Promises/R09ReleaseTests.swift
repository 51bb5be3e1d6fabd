import SwitchboardBroadcast
import SwitchboardTestSupport
import Testing

@Suite("R9 Prompt release")
struct R09ReleaseTests {
  @Test(
    "outside of a delivery the handler is released before dispose returns", arguments: Delivery.allCases)
  func outside(delivery: Delivery) {
    let (hub, population) = (Hub<Int>(delivery), Population())
    for size in [1, 2, 3, 40] {
      let subscriptions = (0..<size).map { number in hub.capture(population, waitable: number.isMultiple(of: 2)) }
      #expect(population.count == size)
      for (index, subscription) in subscriptions.shuffled().enumerated() {
        subscription.dispose()
        #expect(population.count == size - index - 1)
      }
    }
  }

  @Test("the subscription is deallocated with its last holder", arguments: Delivery.allCases)
  func handle(delivery: Delivery) {
    let hub = Hub<Int>(delivery)
    weak let dropped = hub.subscribe { _ in }.node
    #expect(dropped != nil)
    dropped?.dispose()
    #expect(dropped == nil)

    let token = Token()
    token.hold(hub.subscribe { _ in token.dispose() })
    weak let held = token.subscription?.node
    hub.deliver(1, delivery)
    #expect(held != nil)
  }

  @Test(
    "inside a serial delivery the handler is released at the end of the current event")
  func serial() {
    let (hub, population) = (Hub<Int>(), Population())
    let journal = Journal<Int>()
    let victims = (0..<10).map { _ in hub.capture(population) }
    hub.subscribe { [unowned hub] value in
      journal.add(population.count)
      if value == 1 { for next in 2...4 { hub.send(next) } }
      if value < 4 { victims[value].dispose() }
      journal.add(population.count)
    }
    hub.send(1)
    #expect(journal.entries == [10, 10, 9, 9, 8, 8, 7, 7])
    #expect(population.count == 7)
  }

  @Test(
    "disposed from another thread during a serial delivery, the handler is released when the delivery ends")
  func serialAcrossThreads() throws {
    let (hub, population) = (Hub<Int>(), Population())
    let stage = Stage(hub)
    let victims = (0..<20).map { _ in hub.capture(population) }
    let held = stage.begin(1, .serial)
    for victim in victims { victim.dispose() }
    try held.end()
    #expect(population.count == 0)
    #expect(hub.census.isWithinBounds)
  }

  @Test(
    "at the terminal event handlers are released before terminate returns", arguments: Delivery.allCases)
  func terminal(delivery: Delivery) {
    for size in [0, 1, 2, 40] {
      let (hub, population) = (Hub<Int>(delivery), Population())
      let subscriptions = (0..<size).map { number in hub.capture(population, waitable: number.isMultiple(of: 3)) }
      hub.terminate(with: 9)
      #expect(population.count == 0)
      #expect(subscriptions.haveEnded)
      hub.capture(population)
      #expect(population.count == 0)
    }
  }

  @Test(
    "at a terminal event during a delivery handlers are released when that delivery ends", arguments: Delivery.allCases)
  func terminalInside(delivery: Delivery) {
    let (hub, population) = (Hub<Int>(delivery), Population())
    hub.subscribe { value in if value == 1 { hub.terminate(with: 9) } }
    for _ in 0..<20 { hub.capture(population) }
    hub.deliver(1, delivery)
    #expect(population.count == 0)
  }

  @Test(
    "when the broadcaster is deallocated handlers are released, also when the program keeps handles")
  func death() {
    for delivery in Delivery.allCases {
      for size in [1, 2, 40] {
        let population = Population()
        var hub: (Hub<Int>)? = Hub<Int>(delivery)
        let subscriptions = (0..<size).map { number in hub!.capture(population, waitable: number.isMultiple(of: 2)) }
        hub!.deliver(1, delivery)
        hub = nil
        #expect(population.count == 0)
        #expect(subscriptions.haveEnded)
      }
    }
  }

  @Test("the end and the deallocation release captures in subscription order")
  func order() {
    for ends in [true, false] {
      let (journal, population) = (Journal<Int>(), Population())
      var hub: (Hub<Int>)? = Hub<Int>()
      for number in 0..<10 {
        let member = population.member { journal.add(number) }
        hub!.subscribe { _ in withExtendedLifetime(member) {} }
      }
      if ends { hub!.terminate(with: 9) }
      hub = nil
      #expect(journal.entries == Array(0..<10))
    }
  }

  @Test("an owner whose last reference is dropped by its handler", arguments: Delivery.allCases)
  func deathInsideDelivery(delivery: Delivery) throws {
    let population = Population()
    let calls = Counter()
    try watched {
      let owner = Guarded<(Hub<Int>)?>(Hub<Int>(delivery))
      let hub = owner.with { $0! }
      for _ in 0..<5 { hub.capture(population) }
      hub.subscribe { _ in
        calls.increment()
        let last = owner.with { hub in
          defer { hub = nil }
          return hub
        }
        withExtendedLifetime(last) {}
      }
      hub.deliver(1, delivery)
    }
    #expect(calls.value == 1)
    #expect(population.count == 0)
  }
}

extension Hub {
  /// Subscribes a handler that captures a member of `population`.
  @discardableResult
  func capture(_ population: Population, waitable: Bool = false) -> Subscription {
    subscribe(waitable: waitable) { [member = population.member()] _ in withExtendedLifetime(member) {} }
  }
}
