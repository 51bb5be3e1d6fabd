import Switchboard
import SwitchboardLinkTesting
import SwitchboardTesting
import Testing

@testable import SwitchboardLink

@Suite struct DurableEventTests {
  /// Publishes an order, and returns the log that the result is appended to.
  private func publish(_ number: Int, by process: Process) -> Log<Result<Void, LinkError>> {
    let log = Log<Result<Void, LinkError>>()
    process.link.publish(Order(number: number)) { log.append($0) }
    return log
  }

  @Test func `publish ends when the engine has stored the event, also without receivers`() throws {
    let world = World()
    let a = world.process()
    let result = publish(1, by: a)
    #expect(result.elements.isEmpty)
    world.advance()
    try #require(result.elements.count == 1)
    try result.elements[0].get()
    #expect(world.network.census.storedMessages == 1)
    // A group that is made later begins with the oldest event.
    let b = world.process()
    let log = b.collect(Order.self)
    b.link.receive(Order.self, as: "billing")
    world.advance()
    #expect(log.elements.map(\.number) == [1])
    #expect(b.link.census.handled == 1)
  }

  @Test func `groups each get every event, and members of a group share them`() {
    let world = World()
    let a = world.process()
    let members = (0..<4).map { _ in world.process() }
    let logs = members.map { $0.collect(Order.self) }
    for (index, member) in members.enumerated() {
      member.link.receive(Order.self, as: index < 2 ? "billing" : "shipping", prefetch: 2)
    }
    world.advance()
    for number in 1...20 { _ = publish(number, by: a) }
    world.advance(by: .seconds(1))
    for pair in [logs[0...1], logs[2...3]] {
      #expect(pair.flatMap(\.elements).map(\.number).sorted() == Array(1...20))
      for log in pair {
        #expect(!log.elements.isEmpty)
        #expect(log.elements.map(\.number) == log.elements.map(\.number).sorted())
      }
    }
  }

  @Test func `a dispatched event does not come back, a published event does`() {
    let world = World()
    let a = world.process()
    let log = a.collect(Order.self)
    a.link.forward(Order.self)
    a.link.receive(Order.self, as: "billing")
    world.advance()
    a.bus.dispatch(Order(number: 1))
    _ = publish(2, by: a)
    #expect(log.elements.map(\.number) == [1])
    world.advance(by: .seconds(100))
    #expect(log.elements.map(\.number) == [1, 2])
    #expect(a.link.census.own == 1)
    #expect(world.network.census.pending == 0, "the event that came back is acknowledged")
  }

  @Test func `an event is acknowledged after its handlers have returned, not before`() async {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let handlers = TestScheduler()
    // An asynchronous handler: the events wait on a scheduler that does not move.
    b.bus.on(Order.self).scheduler(handlers).next { _ in }
    b.link.receive(Order.self, as: "billing")
    world.advance()
    _ = publish(1, by: a)
    world.advance(by: .seconds(100))
    #expect(world.network.census.pending == 1, "nothing acknowledges an event that is being handled")
    #expect(world.network.census.redeliveries == 0, "the member says that it is still at work")
    handlers.advance()
    world.advance()
    #expect(world.network.census.pending == 0)
    #expect(b.link.census.handled == 1)
  }

  @Test func `what a silent member held goes to another`() {
    let world = World()
    let (a, b, c) = (world.process(), world.process(), world.process())
    let handlers = TestScheduler()
    let atB = b.collect(Order.self)
    b.link.receive(Order.self, as: "billing", on: handlers)
    world.advance()
    // Events that are handled fast widen the window, so that the member takes all the others.
    for number in 6...15 {
      _ = publish(number, by: a)
      world.advance()
      handlers.advance()
      world.advance()
    }
    for number in 1...5 { _ = publish(number, by: a) }
    world.advance()
    // The process is as good as dead: nothing is handled, nothing arrives.
    b.transport.stall(for: .seconds(1_000_000))
    let atC = c.collect(Order.self)
    c.link.receive(Order.self, as: "billing")
    world.advance(by: .seconds(29))
    #expect(atC.elements.isEmpty)
    world.advance(by: .seconds(2))
    #expect(atC.elements.map(\.number) == [1, 2, 3, 4, 5])
    #expect(c.link.census.redelivered == 5)
    #expect(atB.elements.map(\.number) == Array(6...15))
  }

  @Test func `a group goes on where it was when its process comes back`() async {
    let world = World()
    let a = world.process()
    do {
      let b = world.process()
      let log = b.collect(Order.self)
      b.link.receive(Order.self, as: "billing")
      world.advance()
      _ = publish(1, by: a)
      world.advance()
      #expect(log.elements.map(\.number) == [1])
      b.link.close(within: .seconds(1)) { _ in }
      world.advance()
    }
    _ = publish(2, by: a)
    world.advance()
    let again = world.process()
    let log = again.collect(Order.self)
    again.link.receive(Order.self, as: "billing")
    world.advance()
    #expect(log.elements.map(\.number) == [2])
  }

  @Test func `nothing is taken from a stream before the bus has a subscriber`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    b.link.receive(Order.self, as: "billing")
    _ = publish(1, by: a)
    world.advance(by: .seconds(100))
    #expect(world.network.census.consumers == 0)
    #expect(b.link.census.received == 0)
    let log = b.collect(Order.self)
    world.advance()
    #expect(log.elements.map(\.number) == [1])
    #expect(b.link.census.redelivered == 0)
  }

  @Test func `when the last subscriber goes, the events go to a member with a subscriber`() {
    let world = World()
    let (a, b, c) = (world.process(), world.process(), world.process())
    let subscription = b.bus.subscribe(Order.self) { _ in }
    b.link.receive(Order.self, as: "billing")
    world.advance()
    subscription.dispose()
    _ = publish(1, by: a)
    world.advance(by: .milliseconds(100))
    let log = c.collect(Order.self)
    c.link.receive(Order.self, as: "billing")
    world.advance(by: .seconds(5))
    #expect(log.elements.map(\.number) == [1])
    #expect(b.link.census.handled == 0)
  }

  @Test func `an identity that the program chose is stored once, whoever publishes it`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    for process in [a, b, a] { process.link.publish(Order(number: 1), identity: "order 1") { _ in } }
    world.advance()
    #expect(world.network.census.storedMessages == 1)
    #expect(a.link.census.duplicates + b.link.census.duplicates == 2)
  }

  @Test func `what was not confirmed is sent again in order under its identity, and stored once`() {
    let world = World()
    let a = world.process { $0.unconfirmedLimit = 8 }
    a.link.forward(Order.self)
    world.advance()
    for number in 1...100 {
      a.bus.dispatch(Order(number: number))
      if number % 10 == 0 { a.transport.disconnect() }
      if number % 7 == 0 { world.advance(by: .microseconds(10)) }
    }
    world.advance(by: .seconds(20))
    let stored = world.network.storedMessages(of: WirePattern(application: "shop", kind: .durable, name: "order"))
    #expect(stored.map { WireIdentity($0.identity)!.number } == Array(1...100))
    #expect(a.link.census.confirmed == 100 && a.link.census.unconfirmed == 0)
  }

  @Test func `every kind of handler sees the identity and the attempt`() async {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let seen = Log<RemoteArrival?>()
    let handlers = TestScheduler()
    let (arrivals, done) = AsyncStream.makeStream(of: RemoteArrival?.self)
    b.bus.on(Order.self).next { _ in seen.append(.current) }
    b.bus.on(Order.self).scheduler(handlers).next { _ in seen.append(.current) }
    b.bus.on(Order.self).task { _ in done.yield(.current) }
    b.bus.on(Order.self).next { _ in seen.append(.current) }
    b.link.receive(Order.self, as: "billing")
    world.advance()
    a.link.publish(Order(number: 1), identity: "one") { _ in }
    world.advance()
    handlers.advance()
    for _ in 0..<3 { world.advance() }
    var fromTask: RemoteArrival?
    for await arrival in arrivals {
      fromTask = arrival
      break
    }
    while b.link.census.handled == 0 {
      await Task.yield()
      world.advance()
    }
    let all = seen.elements + [fromTask]
    #expect(all.count == 4)
    #expect(all.allSatisfy { $0?.identity == "c-one" && $0?.attempt == 1 && $0?.sequence == 1 })
    #expect(RemoteArrival.current == nil)
    b.bus.dispatch(Order(number: 2))
    handlers.advance()
    #expect(seen.elements.suffix(3).allSatisfy { $0 == nil })
  }
}
