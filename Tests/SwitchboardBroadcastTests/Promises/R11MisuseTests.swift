import SwitchboardBroadcast
import SwitchboardTestSupport
import Testing

@Suite("R11 No misuse crash from data")
struct R11MisuseTests {
  @Test("dispose again and again does nothing", arguments: Delivery.allCases)
  func twice(delivery: Delivery) {
    let hub = Hub<Int>(delivery)
    let (first, second) = (hub.subscribe { _ in }, hub.subscribe { _ in })
    for _ in 0..<3 { first.dispose() }
    #expect(hub.census.count == 1)
    hub.subscribe { _ in for _ in 0..<3 { second.dispose() } }
    hub.deliver(1, delivery)
    second.dispose()
    #expect(hub.census.count == 1)
    hub.checkInvariants()
  }

  @Test("two threads dispose the same subscriptions")
  func twoThreads() throws {
    for delivery in Delivery.allCases {
      let (hub, population) = (Hub<Int>(delivery), Population())
      hub.subscribe { _ in }
      for waitable in [false, true] {
        let subscriptions = (0..<500).map { _ in hub.capture(population, waitable: waitable) }
        let body = { @Sendable in
          for subscription in subscriptions {
            if waitable { subscription.disposeAndWait() } else { subscription.dispose() }
          }
        }
        try onThreads([body, body, { for value in 0..<50 { hub.deliver(value, delivery) } }])
        #expect(population.count == 0)
        #expect(hub.census.count == 1)
        hub.checkInvariants()
      }
    }
  }

  @Test(
    "dispose after the end, and after the deallocation of the broadcaster, does nothing")
  func afterTheEnd() {
    for delivery in Delivery.allCases {
      for ends in [true, false] {
        var hub: (Hub<Int>)? = Hub<Int>(delivery)
        let subscriptions = [false, true].map { waitable in hub!.subscribe(waitable: waitable) { _ in } }
        if ends { hub!.terminate(with: 9) } else { hub = nil }
        for subscription in subscriptions {
          #expect(subscription.isDisposed)
          subscription.dispose()
        }
        subscriptions[1].disposeAndWait()
      }
    }
  }

  @Test("a handle outlives its registry without keeping the handler")
  func handleOutlives() {
    let population = Population()
    let handles = (0..<10).map { _ in
      let hub = Hub<Int>()
      hub.subscribe { _ in }
      return hub.capture(population)
    }
    #expect(population.count == 0)
    #expect(handles.haveEnded)
  }

  @Test("sending and ending without subscribers does nothing", arguments: Delivery.allCases)
  func nobody(delivery: Delivery) {
    let hub = Hub<Int>(delivery)
    hub.deliver(1, delivery)
    hub.terminate(with: 9)
    hub.terminate(with: 9)
    hub.deliver(1, delivery)
    #expect(hub.census.count == 0)
    hub.checkInvariants()
  }

  @Test("a handler that is subscribed several times has several subscriptions")
  func sameHandler() {
    let (hub, calls) = (Hub<Int>(), Counter())
    let handler = { @Sendable (_: Int) -> Void in calls.increment() }
    let subscriptions = (0..<3).map { _ in hub.subscribe(handler) }
    subscriptions[1].dispose()
    hub.send(1)
    #expect(calls.value == 2)
  }

  @Test("send on a concurrent broadcaster traps and says what to do")
  func sendOnConcurrent() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Hub<Int>(.concurrent).send(1)
    }
    #expect(result?.says("dispatch(_:)") == true)
  }

  @Test("dispatch on a serial broadcaster traps and says what to do")
  func dispatchOnSerial() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Hub<Int>(.serial).dispatch(1)
    }
    #expect(result?.says("send(_:)") == true)
  }
}
