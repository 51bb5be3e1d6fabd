import Dispatch
import Switchboard
import SwitchboardBroadcast
import SwitchboardLinkTesting
import SwitchboardTestSupport
import Testing

@testable import SwitchboardLink

/// Links with real threads: their own threads, queues, and threads of the program.
@Suite struct LinkThreadTests {
  @Test func `threads dispatch while links are made, close and are dropped`() async throws {
    let network = MemoryNetwork()
    let receiving = EventBus()
    let receiver = BusLink(receiving, application: "shop", over: MemoryTransport(network))
    let received = Counter()
    receiving.subscribe(Order.self) { _ in received.increment() }
    receiver.receive(Order.self, as: "billing")
    try await receiver.ready()
    let bus = EventBus()
    let accepted = Counter()
    let threads = (0..<3).map { sender in
      Task.detached {
        for number in 0..<2000 where bus.dispatch(Order(number: number, sender: sender)) {
          accepted.increment()
          if number % 16 == 0 { await Task.yield() }
        }
      }
    }
    var confirmed = 0
    for round in 0..<8 {
      let link = BusLink(bus, application: "shop", over: MemoryTransport(network))
      link.forward(Order.self)
      try await link.publish(Order(number: -round), identity: "round \(round)")
      // Every second link is dropped instead of closed.
      if round.isMultiple(of: 2) {
        try await link.close(within: .seconds(60))
        confirmed += link.census.confirmed
        #expect(link.census.unconfirmed == 0 && link.census.waiting == 0)
      }
    }
    for thread in threads { await thread.value }
    try await receiver.close(within: .seconds(60))
    let stored = network.census.storedMessages
    #expect(stored >= confirmed && stored <= accepted.value + 8)
    #expect(receiver.census.handled == received.value)
    #expect(bus.census.subscriptions == 0)
  }

  @Test func `subscriptions that come and go while events arrive lose nothing of a durable stream`() async throws {
    let network = MemoryNetwork()
    let (sending, receiving) = (EventBus(), EventBus())
    let sender = BusLink(sending, application: "shop", over: MemoryTransport(network))
    let receiver = BusLink(receiving, application: "shop", over: MemoryTransport(network))
    let count = 300
    let seen = Lock<Set<Int>>([])
    let (handled, done) = AsyncStream.makeStream(of: Void.self)
    receiver.receive(Order.self, as: "billing", prefetch: 16)
    let over = Counter()
    let subscriber = Task.detached {
      while over.value == 0 {
        let subscription = receiving.subscribe(Order.self) { order in
          let all = seen.withLock { seen in
            seen.insert(order.number)
            return seen.count
          }
          if all == count { done.yield() }
        }
        for _ in 0..<20 { await Task.yield() }
        subscription.dispose()
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count { group.addTask { try await sender.publish(Order(number: number)) } }
      try await group.waitForAll()
    }
    // Without a subscriber an event comes again after a second, so the last subscription stays.
    over.increment()
    await subscriber.value
    receiving.subscribe(Order.self) { order in
      let all = seen.withLock { seen in
        seen.insert(order.number)
        return seen.count
      }
      if all == count { done.yield() }
    }
    if seen.withLock({ $0.count }) == count { done.yield() }
    for await _ in handled { break }
    #expect(seen.withLock { $0.count } == count)
    try await receiver.close(within: .seconds(30))
  }

  @Test func `a cancelled task does not wait for a publish or a delivery`() async {
    let network = MemoryNetwork()
    network.partition(for: .seconds(1000))
    let link = BusLink(EventBus(), application: "shop", over: MemoryTransport(network))
    let publishing = Task { try await link.publish(Order(number: 1)) }
    let delivering = Task { try await link.deliver(Question(text: "?"), within: .seconds(1000)) }
    publishing.cancel()
    delivering.cancel()
    await #expect(throws: LinkError.cancelled) { try await publishing.value }
    await #expect(throws: RemoteDeliveryError.interrupted(.cancelled)) { try await delivering.value }
  }

  @Test func `a link that has ended answers every call`() async throws {
    let link = BusLink(EventBus(), application: "shop", over: MemoryTransport(MemoryNetwork()))
    try await link.close()
    try await link.close()
    try await link.close(within: .zero)
    await #expect(throws: LinkError.closed) { try await link.ready() }
    await #expect(throws: LinkError.closed) { try await link.publish(Order(number: 1)) }
    await #expect(throws: LinkError.closed) { try await link.publish(Order(number: 1), within: .seconds(1)) }
    await #expect(throws: RemoteDeliveryError.unsent(.closed)) { try await link.deliver(Question(text: "?")) }
    link.receive(Order.self, as: "billing").dispose()
    #expect(link.state.value == .closed)
  }

  @Test func `publish ends after its time, and the event is stored later`() async throws {
    let network = MemoryNetwork()
    network.partition(for: .seconds(1000))
    let link = BusLink(EventBus(), application: "shop", over: MemoryTransport(network))
    await #expect(throws: LinkError.unconfirmed(within: .milliseconds(1))) {
      try await link.publish(Order(number: 1), within: .milliseconds(1))
    }
    #expect(link.census.waiting == 1)
    try await BusLink(EventBus(), application: "shop", over: MemoryTransport(MemoryNetwork()))
      .publish(Order(number: 1), within: .seconds(1000))
  }

  @Test func `the link's thread runs work in order, and timers when they are due`() async {
    let thread = LinkThread(name: "test")
    let log = Log<Int>()
    await withCheckedContinuation { done in
      thread.schedule(after: .milliseconds(30)) {
        log.append(3)
        done.resume()
      }
      thread.schedule(after: .milliseconds(10)) { log.append(2) }
      let disposed = thread.schedule(after: .milliseconds(5)) { log.append(-1) }
      disposed.dispose()
      for _ in 0..<100 { thread.perform { log.append(1) } }
    }
    #expect(log.elements == Array(repeating: 1, count: 100) + [2, 3])
    thread.stop()
    // Work after the end is released, and does not run.
    var token: Token? = Token()
    weak let released = token
    if let held = token { thread.perform { keepAlive(held) } }
    token = nil
    #expect(released == nil)
  }
}

private final class Token: Sendable {}
