import SwitchboardBroadcast
import SwitchboardTestSupport
import Testing

@Suite("R3 disposeAndWait")
struct R03WaitingTests {
  @Test(
    "returns immediately when no call runs, also when called twice", arguments: Delivery.allCases)
  func idle(delivery: Delivery) throws {
    let hub = Hub<Int>(delivery)
    let calls = Counter()
    let subscription = hub.subscribe(waitable: true) { _ in calls.increment() }
    hub.deliver(1, delivery)
    try watched {
      subscription.disposeAndWait()
      subscription.disposeAndWait()
    }
    hub.deliver(2, delivery)
    #expect(calls.value == 1)
    #expect(subscription.isDisposed)
  }

  @Test("returns after the running call has ended", arguments: Delivery.allCases)
  func waitsForRunningCall(delivery: Delivery) throws {
    for _ in 0..<50 {
      let hub = Hub<Int>(delivery)
      let entered = Gate()
      let leave = Gate()
      let calls = Counter()
      let subscription = hub.subscribe(waitable: true) { _ in
        entered.open()
        leave.wait()
        calls.increment()
      }
      let sender = RunningThread { hub.deliver(1, delivery) }
      entered.wait()
      let seen = Counter()
      let waiter = RunningThread {
        subscription.disposeAndWait()
        if calls.value == 1 { seen.increment() }
      }
      yieldUntil { subscription.isDisposed }
      leave.open()
      try waiter.join()
      try sender.join()
      #expect(seen.value == 1)
    }
  }

  @Test("waits only for calls of the subscription's handler", arguments: Delivery.allCases)
  func otherHandlersDoNotMatter(delivery: Delivery) throws {
    let hub = Hub<Int>(delivery)
    let stage = Stage(hub)
    let subscription = hub.subscribe(waitable: true) { _ in }
    let held = stage.begin(1, delivery)
    // The delivery is in progress all the time.
    try watched { subscription.disposeAndWait() }
    try held.end()
  }

  @Test("may be called from another handler of the same delivery", arguments: Delivery.allCases)
  func fromAnotherHandler(delivery: Delivery) throws {
    let hub = Hub<Int>(delivery)
    let calls = Counter()
    let (before, after) = (Token(), Token())
    before.hold(hub.subscribe(waitable: true) { _ in calls.increment() })
    hub.subscribe(waitable: true) { _ in
      before.subscription?.disposeAndWait()
      after.subscription?.disposeAndWait()
    }
    after.hold(hub.subscribe(waitable: true) { _ in calls.increment() })
    try watched { hub.deliver(1, delivery) }
    #expect(calls.value == 1)
  }

  @Test("waits for the handler's terminal event too", arguments: Delivery.allCases)
  func terminal(delivery: Delivery) throws {
    let hub = Hub<Int>(delivery)
    let entered = Gate()
    let leave = Gate()
    let calls = Counter()
    let subscription = hub.subscribe(waitable: true) { _ in
      entered.open()
      leave.wait()
      calls.increment()
    }
    let ending = RunningThread { hub.terminate(with: 9) }
    entered.wait()
    let seen = Counter()
    let waiter = RunningThread {
      subscription.disposeAndWait()
      if calls.value == 1 { seen.increment() }
    }
    yieldUntil { subscription.isDisposed }
    leave.open()
    try waiter.join()
    try ending.join()
    #expect(seen.value == 1)
  }

  @Test(
    "the caller may tear down what the handler uses after the return", arguments: Delivery.allCases)
  func tearDown(delivery: Delivery) throws {
    let hub = Hub<Int>(delivery)
    let waiters = 2
    let done = Counter()
    let breaches = Counter()
    let sending = { @Sendable in while done.value < waiters { hub.deliver(1, delivery) } }
    let waiting = { @Sendable in
      for round in 0..<300 {
        // Not atomic on purpose: ThreadSanitizer sees a call that overlaps with the writes below.
        let resource = UnguardedList()
        resource.entries = [42]
        let reached = Gate()
        let subscription = hub.subscribe(waitable: true) { _ in
          if resource.entries != [42] { breaches.increment() }
          if round.isMultiple(of: 4) { reached.open() }
          if resource.entries != [42] { breaches.increment() }
        }
        if round.isMultiple(of: 4) { reached.wait() }
        subscription.disposeAndWait()
        resource.entries = []
      }
      done.increment()
    }
    try onThreads([sending, sending, waiting, waiting])
    #expect(breaches.value == 0)
  }

  @Test("a call inside the handler that it would wait for traps and says what to do")
  func insideItself() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let hub = Hub<Int>()
      let token = Token()
      token.hold(hub.subscribe(waitable: true) { _ in token.subscription?.disposeAndWait() })
      try watched { hub.send(1) }
    }
    #expect(result?.says("call dispose() there") == true)
  }

  @Test("a call in a delivery nested in that handler traps too")
  func insideItselfDeeper() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (outer, inner) = (Hub<Int>(), Hub<Int>())
      let token = Token()
      inner.subscribe(waitable: true) { _ in token.subscription?.disposeAndWait() }
      token.hold(outer.subscribe(waitable: true) { inner.send($0) })
      try watched { outer.send(1) }
    }
    #expect(result?.says("call dispose() there") == true)
  }

  @Test("the asynchronous form returns immediately when nothing runs, once and again")
  func suspendsIdle() async {
    let hub = Hub<Int>()
    let subscription = WaitableSubscription(hub.subscribe(waitable: true) { _ in }.node)
    hub.send(1)
    await subscription.disposeAndWait()
    await subscription.disposeAndWait()
    #expect(subscription.isDisposed)
  }

  @Test("the asynchronous form returns after the running call has ended")
  func suspends() throws {
    let (call, queue) = (RunningCall(), TaskQueue())
    let waiters = (0..<3).map { _ in
      queue.task {
        await call.subscription.disposeAndWait()
        return call.calls.value
      }
    }
    queue.run()
    #expect(call.subscription.isDisposed)
    #expect(waiters.allSatisfy { $0.outcome == nil })
    call.leave.open()
    for waiter in waiters {
      queue.run(until: waiter)
      #expect(waiter.outcome == 1)
    }
    try call.sender.join()
  }

  @Test("cancelling the task does not shorten the wait")
  func cancelled() throws {
    let (call, queue) = (RunningCall(), TaskQueue())
    let cancelledBefore = queue.task {
      await call.subscription.disposeAndWait()
      return call.calls.value
    }
    cancelledBefore.cancel()
    let cancelledMeanwhile = queue.task {
      await call.subscription.disposeAndWait()
      return call.calls.value
    }
    queue.run()
    cancelledMeanwhile.cancel()
    queue.run()
    #expect(cancelledBefore.outcome == nil)
    #expect(cancelledMeanwhile.outcome == nil)
    call.leave.open()
    for waiter in [cancelledBefore, cancelledMeanwhile] {
      queue.run(until: waiter)
      #expect(waiter.outcome == 1)
    }
    try call.sender.join()
  }

  @Test(
    "a task that runs inside the handler waits for the handler's end, and does not trap", arguments: Delivery.allCases)
  func suspendsInsideItself(delivery: Delivery) throws {
    let (hub, queue, log) = (Hub<Int>(delivery), TaskQueue(), Journal<String>())
    let token = Token()
    let waiter = Guarded<QueuedTask<Void>?>(nil)
    token.hold(
      hub.subscribe(waitable: true) { _ in
        log.add("begin")
        waiter.with {
          $0 = queue.task {
            if let node = token.subscription?.node { await WaitableSubscription(node).disposeAndWait() }
            log.add("waited")
          }
        }
        queue.run()
        log.add("end")
      })
    try watched { hub.deliver(1, delivery) }
    queue.run(until: try #require(waiter.with { $0 }))
    #expect(log.entries == ["begin", "end", "waited"])
    hub.deliver(2, delivery)
    #expect(log.entries.count == 3)
  }

  @Test("calls that end while tasks begin to wait wake all of them", arguments: Delivery.allCases)
  func suspensionRace(delivery: Delivery) throws {
    for _ in 0..<300 {
      let (hub, queue) = (Hub<Int>(delivery), TaskQueue())
      let (begun, inside) = (Gate(), Counter())
      let subscription = WaitableSubscription(
        hub.subscribe(waitable: true) { _ in
          begun.open()
          inside.increment()
          inside.increment()
        }.node)
      let sender = RunningThread { for value in 0..<20 { hub.deliver(value, delivery) } }
      begun.wait()
      let waiters = (0..<2).map { _ in
        queue.task {
          await subscription.disposeAndWait()
          return inside.value
        }
      }
      for waiter in waiters {
        queue.run(until: waiter)
        // An odd number means that a call was running.
        #expect(waiter.outcome?.isMultiple(of: 2) == true)
      }
      try sender.join()
    }
  }
}

/// A subscription whose handler runs, on another thread, until `leave` is opened.
private struct RunningCall {
  let subscription: WaitableSubscription
  let leave: Gate
  /// The calls that have ended.
  let calls: Counter
  let sender: RunningThread

  init() {
    let (hub, entered, leave, calls) = (Hub<Int>(), Gate(), Gate(), Counter())
    subscription = WaitableSubscription(
      hub.subscribe(waitable: true) { _ in
        entered.open()
        leave.wait()
        calls.increment()
      }.node)
    sender = RunningThread { hub.send(1) }
    (self.leave, self.calls) = (leave, calls)
    entered.wait()
  }
}
