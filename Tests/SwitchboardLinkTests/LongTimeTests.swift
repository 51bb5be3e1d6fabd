import Switchboard
import SwitchboardLinkTesting
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

@testable import SwitchboardLink

/// Durations with which careless arithmetic overflows.
private let extremes: [Duration] = [
  .nanoseconds(Int64.max), .seconds(Int64.max), Duration(attoseconds: .max), .seconds(Int64.min),
  Duration(attoseconds: .min),
]
private let long = extremes.filter { $0 > .zero }

@Suite struct LongTimeTests {
  @Test(arguments: long) func `calls with a deadline of any length end as with a short one`(time: Duration) async throws
  {
    let network = MemoryNetwork()
    let (asker, responder) = (EventBus(), EventBus())
    // With real threads, whose waits are numbers.
    let links = [asker, responder].map { bus in
      BusLink(
        bus, application: "shop", over: MemoryTransport(network),
        options: LinkOptions(
          firstPause: time, longestPause: time, duplicateWindow: time, acknowledgementDeadline: time))
    }
    responder.subscribe(Question.self) { _ in }
    links[1].respond(to: Question.self)
    let (handled, told) = AsyncStream.makeStream(of: Int.self)
    responder.subscribe(Order.self) { told.yield($0.number) }
    links[1].receive(Order.self, as: "billing", retry: RetryPolicy(pause: time, growth: 1e300, longestPause: time))
    for link in links { try await link.ready(within: time) }
    try await links[0].publish(Order(number: 1), within: time)
    var iterator = handled.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    try await links[0].deliver(Question(text: "?"), within: time)
    for link in links { try await link.close(within: time) }
  }

  @Test(arguments: extremes) func `in virtual time a deadline passes after it, or after a century`(time: Duration) {
    let world = World()
    let process = world.process()
    world.network.partition(for: Duration(attoseconds: .max))
    process.transport.stall(for: Duration(attoseconds: .max))
    process.transport.disconnect()
    let (ready, asked) = (Log<Result<Void, LinkError>>(), Log<Result<Void, RemoteDeliveryError>>())
    process.link.ready(within: time) { ready.append($0) }
    process.link.deliver(Question(text: "?"), within: time) { asked.append($0) }
    world.advance()
    #expect(ready.elements.count == (time > .zero ? 0 : 1))
    #expect(asked.elements.count == (time > .zero ? 0 : 1))
    let closed = Log<Result<Void, LinkError>>()
    process.link.close(within: time) { closed.append($0) }
    world.advance()
    #expect(closed.elements.count == (time > .zero ? 0 : 1))
    for error in [LinkError.unconfirmed(within: time), .notReady(within: time, last: nil)] {
      #expect("\(error)".contains("seconds"))
    }
    #expect("\(RemoteDeliveryError.noAnswer(name: "question", within: time))".contains("seconds"))
  }

  @Test(arguments: extremes) func `pauses between attempts may have any length`(pause: Duration) {
    for growth in [2, 0.5, 0, -2, 1e300, .infinity, -.infinity, .nan] {
      let policy = RetryPolicy(attempts: 99, pause: pause, growth: growth, longestPause: .seconds(Int64.max))
      for attempt in [Int.min, 0, 1, 2, 63, 64, .max] {
        #expect((.zero)...(.seconds(3_155_760_000)) ~= policy.pause(after: attempt))
      }
    }
    #expect(RetryPolicy(pause: .seconds(1), growth: 1e30).pause(after: 2) == .seconds(60))
    #expect(RetryPolicy(pause: .seconds(1), growth: 2).pause(after: 4) == .seconds(8))
  }

  @Test(arguments: extremes) func `an event that failed is tried again, whatever its pause`(pause: Duration) {
    let world = World()
    let process = world.process { options in
      (options.duplicateWindow, options.acknowledgementDeadline) = (pause, max(pause, .seconds(30)))
      (options.firstPause, options.longestPause) = (pause, Duration(attoseconds: .max))
    }
    let tries = Counter()
    process.bus.on(Order.self).tryNext { _ in
      tries.increment()
      throw Refusal()
    }
    let policy = RetryPolicy(attempts: 2, pause: pause, growth: 2, longestPause: pause)
    process.link.receive(Order.self, as: "billing", retry: policy)
    process.link.publish(Order(number: 1)) { _ in }
    for _ in 0..<3 { world.advance() }
    #expect(tries.value == (pause > .zero ? 1 : 2))
    process.transport.disconnect()
    world.advance(by: .seconds(1))
  }

  @Test func `faults may last for any time`() {
    let longest = Duration(attoseconds: .max)
    let world = World(
      FaultSchedule(
        seed: 7, until: longest, longestDelay: longest, longestPartition: longest, longestUnavailability: longest))
    let process = world.process()
    process.link.publish(Order(number: 1)) { _ in }
    world.advance(by: .seconds(10))
  }

  @Test func `a link needs room for an unconfirmed event`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = BusLink(EventBus(), application: "shop", options: LinkOptions(unconfirmedLimit: 0))
    }
    #expect(result?.says("no durable event could be sent with an unconfirmedLimit of 0; use 1 or more") == true)
  }

  @Test func `a link needs time to handle an event`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = BusLink(EventBus(), application: "shop", options: LinkOptions(acknowledgementDeadline: .zero))
    }
    #expect(result?.says("an acknowledgementDeadline of 0.0 seconds; use more than .zero") == true)
  }
}
