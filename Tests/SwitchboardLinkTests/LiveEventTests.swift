import Switchboard
import SwitchboardLinkTesting
import SwitchboardTesting
import Testing

@testable import SwitchboardLink

@Suite struct LiveEventTests {
  @Test func `every process receives what another dispatches, with its subtype`() {
    let world = World()
    let (a, b, c) = (world.process(), world.process(), world.process())
    a.link.forward(Price.self)
    let local = a.collect(Price.self)
    let (atB, atC) = (b.collect(Price.self), Log<Price>())
    c.bus.on(Price.self).subtype("tea").next { atC.append($0) }
    b.link.receive(Price.self)
    c.link.receive(Price.self)
    world.advance()
    #expect(a.bus.dispatch(Price(item: "tea", cents: 1)))
    #expect(a.bus.dispatch(Price(item: "café *.>\r\n", cents: 2)))
    #expect(local.elements.count == 2, "local subscribers are called inside the dispatch (promise R7)")
    world.advance()
    #expect(atB.elements == [Price(item: "tea", cents: 1), Price(item: "café *.>\r\n", cents: 2)])
    #expect(atC.elements == [Price(item: "tea", cents: 1)])
    #expect(a.link.census.sent == 2)
  }

  @Test func `a dispatch is heard if only the link hears it`() {
    let world = World()
    let a = world.process()
    #expect(!a.bus.dispatch(Price(item: "tea", cents: 1)))
    let forwarding = a.link.forward(Price.self)
    #expect(a.bus.dispatch(Price(item: "tea", cents: 1)))
    forwarding.dispose()
    #expect(!a.bus.dispatch(Price(item: "tea", cents: 1)))
  }

  @Test func `what is dispatched never comes back to its bus`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    for process in [a, b] {
      process.link.forward(Price.self)
      process.link.receive(Price.self)
    }
    let (atA, atB) = (a.collect(Price.self), b.collect(Price.self))
    world.advance()
    a.bus.dispatch(Price(item: "tea", cents: 1))
    b.bus.dispatch(Price(item: "tea", cents: 2))
    world.advance(by: .seconds(10))
    #expect(atA.elements.map(\.cents) == [1, 2])
    #expect(atB.elements.map(\.cents) == [2, 1])
  }

  @Test func `one member of each group receives an event`() {
    let world = World()
    let sender = world.process()
    sender.link.forward(Price.self)
    let members = (0..<4).map { _ in world.process() }
    let logs = members.map { $0.collect(Price.self) }
    for (index, member) in members.enumerated() { member.link.receive(Price.self, group: index < 2 ? "one" : "two") }
    world.advance()
    for cents in 1...10 { sender.bus.dispatch(Price(item: "tea", cents: cents)) }
    world.advance()
    for pair in [logs[0...1], logs[2...3]] {
      #expect(pair.flatMap(\.elements).map(\.cents).sorted() == Array(1...10))
      for log in pair { #expect(log.elements.map(\.cents) == log.elements.map(\.cents).sorted()) }
    }
  }

  @Test func `the link subscribes at the engine only while the bus has a subscriber`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    a.link.forward(Price.self)
    b.link.receive(Price.self)
    world.advance()
    a.bus.dispatch(Price(item: "tea", cents: 1))
    world.advance()
    #expect(b.link.census.received == 0)
    let log = Log<Int>()
    let subscription = b.bus.subscribe(Price.self) { log.append($0.cents) }
    world.advance()
    a.bus.dispatch(Price(item: "tea", cents: 2))
    world.advance()
    #expect(log.elements == [2])
    subscription.dispose()
    for _ in 0..<3 {
      a.bus.dispatch(Price(item: "tea", cents: 3))
      world.advance()
    }
    #expect(b.link.census.received == 2, "the first event without a subscriber ends the subscription at the engine")
  }

  @Test func `events wait while there is no connection, and come in order`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    a.link.forward(Price.self)
    b.link.receive(Price.self)
    let log = b.collect(Price.self)
    world.advance()
    a.transport.disconnect()
    world.advance(by: .milliseconds(1))
    for cents in 1...3 { a.bus.dispatch(Price(item: "tea", cents: cents)) }
    #expect(a.link.census.waiting == 3)
    world.advance(by: .seconds(5))
    #expect(log.elements.map(\.cents) == [1, 2, 3])
    #expect(a.link.census.connections == 2)
  }

  @Test(arguments: [LinkOverflow.dropOldest, .dropNewest, .refuse])
  func `a full queue drops events, counts and reports them`(_ overflow: LinkOverflow) {
    let world = World()
    let (a, b) = (world.process { ($0.queueLimit, $0.whenFull) = (3, overflow) }, world.process())
    a.link.forward(Price.self)
    b.link.receive(Price.self)
    let (log, problems) = (b.collect(Price.self), Log<LinkProblem>())
    a.link.problems.subscribe { problems.append($0) }
    world.advance()
    a.transport.disconnect()
    world.advance(by: .milliseconds(1))
    for cents in 1...5 { a.bus.dispatch(Price(item: "tea", cents: cents)) }
    #expect(a.link.census.dropped == 2)
    world.advance(by: .seconds(20))
    #expect(log.elements.map(\.cents) == (overflow == .dropOldest ? [3, 4, 5] : [1, 2, 3]))
    #expect(problems.elements.filter { if case .dropped = $0 { true } else { false } }.count > 0)
    #expect(a.link.census.dropped == 2)
  }

  @Test func `live events that wait for slow handlers are limited`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    a.link.forward(Price.self)
    let handlers = TestScheduler()
    b.link.receive(Price.self, limit: 2, on: handlers)
    let log = b.collect(Price.self)
    world.advance()
    for cents in 1...5 { a.bus.dispatch(Price(item: "tea", cents: cents)) }
    world.advance()
    handlers.advance()
    #expect(log.elements.map(\.cents) == [4, 5])
    #expect(b.link.census.slow == 3)
  }

  @Test func `an event that cannot be read is reported, and the next is delivered`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    struct Wrong: WireEvent {
      static let wireName = "price"
      var cents: String
    }
    struct Later: WireEvent {
      static let wireName = "price"
      static let wireVersion = 2
      var item = "tea"
      var cents = 7
    }
    a.link.forward(Wrong.self)
    let later = world.process()
    later.link.forward(Later.self)
    b.link.receive(Price.self)
    let (log, problems) = (b.collect(Price.self), Log<LinkProblem>())
    b.link.problems.subscribe { problems.append($0) }
    world.advance()
    a.bus.dispatch(Wrong(cents: "seven"))
    later.bus.dispatch(Later())
    world.advance()
    #expect(log.elements.isEmpty)
    #expect(b.link.census.undecodable == 2)
    let texts = problems.elements.map(\.description)
    #expect(texts.contains { $0.contains("shop.live.price.1.0.-") && $0.contains("item") })
    #expect(texts.contains { $0.contains("version 2") && $0.contains("update this process") })
  }
}
