import SwitchboardTestSupport
import Testing

@Suite("R3 Silence after dispose")
struct R03SilenceTests {
  @Test("after dispose the handler is not called again", arguments: Delivery.allCases)
  func outside(delivery: Delivery) {
    let hub = Hub<Int>(delivery)
    let calls = Counter()
    for waitable in [false, true] {
      let subscription = hub.subscribe(waitable: waitable) { _ in calls.increment() }
      #expect(!subscription.isDisposed)
      subscription.dispose()
      #expect(subscription.isDisposed)
      hub.deliver(1, delivery)
    }
    #expect(calls.value == 0)
  }

  @Test("the rest of a delivery on the same thread is silent too", arguments: [false, true])
  func sameThread(waitable: Bool) {
    for delivery in Delivery.allCases {
      for victim in 0..<5 {
        for killer in 0..<5 {
          let hub = Hub<Int>(delivery)
          let journal = Journal<Int>()
          let tokens = (0..<5).map { _ in Token() }
          for number in 0..<5 {
            tokens[number].hold(
              hub.subscribe(waitable: waitable) { _ in
                journal.add(number)
                if number == killer { tokens[victim].dispose() }
              })
          }
          hub.deliver(1, delivery)
          let first = victim > killer ? (0..<5).filter { $0 != victim } : Array(0..<5)
          #expect(journal.entries == first, "\(killer) disposes \(victim)")
          hub.deliver(2, delivery)
          #expect(journal.entries == first + (0..<5).filter { $0 != victim }, "\(killer) disposes \(victim)")
        }
      }
    }
  }

  @Test(
    "a delivery on another thread that has not reached the handler does not call it")
  func notReached() throws {
    for delivery in Delivery.allCases {
      let hub = Hub<Int>(delivery)
      let stage = Stage(hub)
      let calls = Counter()
      let victim = hub.subscribe { _ in calls.increment() }
      let held = stage.begin(1, delivery)
      victim.dispose()
      try held.end()
      #expect(calls.value == 0)
    }
  }

  @Test("dispose does not wait for a call that runs on another thread")
  func runningElsewhere() throws {
    for delivery in Delivery.allCases {
      let hub = Hub<Int>(delivery)
      let entered = Gate()
      let leave = Gate()
      let calls = Counter()
      let victim = hub.subscribe { _ in
        calls.increment()
        entered.open()
        leave.wait()
      }
      let thread = RunningThread { hub.deliver(1, delivery) }
      entered.wait()
      victim.dispose()
      leave.open()
      try thread.join()
      hub.deliver(2, delivery)
      #expect(calls.value == 1)
    }
  }

  @Test("at most one late call per delivery in flight, whatever the threads do")
  func atMostOneLateCall() throws {
    for delivery in Delivery.allCases {
      let hub = Hub<Int>(delivery)
      let senders = 2
      let done = Counter()
      let tooMany = Counter()
      let sending = { @Sendable in
        for value in 0..<1500 { hub.deliver(value, delivery) }
        done.increment()
      }
      let churn = { @Sendable in
        var rng = SeededGenerator(seed: 11)
        var live: [(Token, Counter)] = []
        var ended: [(Counter, allowed: Int)] = []
        while done.value < senders {
          if live.count < 24, rng.below(2) == 0 {
            let (calls, token) = (Counter(), Token())
            token.hold(hub.subscribe { _ in calls.increment() })
            live.append((token, calls))
          } else if !live.isEmpty {
            let (token, calls) = live.remove(at: rng.below(live.count))
            token.dispose()
            ended.append((calls, calls.value + (delivery == .serial ? 1 : senders)))
          }
        }
        for (token, _) in live { token.dispose() }
        for (calls, allowed) in ended where calls.value > allowed { tooMany.increment() }
      }
      try onThreads([sending, sending, churn])
      #expect(tooMany.value == 0)
    }
  }
}
