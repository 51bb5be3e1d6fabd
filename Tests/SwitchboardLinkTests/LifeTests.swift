import Switchboard
import SwitchboardLinkTesting
import SwitchboardTesting
import Testing

@testable import SwitchboardLink

@Suite struct LifeTests {
  @Test func `the state of a link is a property`() {
    let world = World()
    let a = world.process()
    let states = Log<LinkState>()
    a.link.state.signal.subscribe { states.append($0) }
    world.advance()
    a.transport.disconnect()
    world.advance(by: .seconds(5))
    a.link.close(within: .seconds(1)) { _ in }
    world.advance(by: .seconds(5))
    #expect(states.elements.count == 6)
    #expect(states.elements.first == .connecting(last: nil))
    if case .connecting(let error?) = states.elements[2] {
      #expect(error.kind == .lost)
    } else {
      Issue.record("\(states)")
    }
    #expect(states.elements[1] == .connected && states.elements[3] == .connected)
    #expect(states.elements.suffix(2) == [.closing, .closed])
  }

  @Test func `ready awaits what was declared, and says why the link is not ready`() throws {
    let world = World()
    let a = world.process()
    _ = a.collect(Order.self)
    a.link.receive(Order.self, as: "billing")
    a.link.forward(Shipment.self)
    let ready = Log<Result<Void, LinkError>>()
    a.link.ready(within: .seconds(10)) { ready.append($0) }
    world.advance()
    try #require(ready.elements.first).get()
    #expect(world.network.census.streams == 3 && world.network.census.consumers == 1)

    world.network.partition(for: .seconds(60))
    let b = world.process()
    let late = Log<Result<Void, LinkError>>()
    b.link.ready(within: .seconds(5)) { late.append($0) }
    world.advance(by: .seconds(6))
    let error = try #require(throws: LinkError.self) { try #require(late.elements.first).get() }
    guard case .notReady(within: .seconds(5), last: let last?) = error else { throw error }
    #expect(last.kind == .unreachable)
  }

  @Test func `a link is ready when the engine knows its subscriptions`() throws {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let log = b.collect(Price.self)
    a.link.forward(Price.self)
    b.link.receive(Price.self)
    world.advance()
    // A loss: the first event after `ready` must not be missed, however slow the network is.
    b.transport.disconnect()
    b.link.ready(within: .seconds(10)) { [bus = a.bus] result in
      if case .success = result { bus.dispatch(Price(item: "tea", cents: 1)) }
    }
    b.link.ready(within: .seconds(10)) { [bus = a.bus] _ in bus.dispatch(Price(item: "tea", cents: 2)) }
    world.advance(by: .seconds(5))
    #expect(log.elements.map(\.cents) == [1, 2])
  }

  @Test func `another's stream under our name is an error that names the stream`() throws {
    struct Foreign: DurableEvent {
      static let wireName = "order"
      static let partitions = 3
      var number = 1
    }
    let world = World()
    let (a, b) = (world.process(), world.process())
    a.link.publish(Order(number: 1)) { _ in }
    world.advance()
    let (result, ready, problems) = (Log<Result<Void, LinkError>>(), Log<Result<Void, LinkError>>(), Log<LinkProblem>())
    b.link.problems.subscribe { problems.append($0) }
    b.link.publish(Foreign()) { result.append($0) }
    b.link.ready(within: .seconds(10)) { ready.append($0) }
    world.advance(by: .seconds(1))
    for log in [result, ready] {
      let error = try #require(throws: LinkError.self) { try #require(log.elements.first).get() }
      guard case .refused(let reason) = error else { throw error }
      #expect(reason.kind == .conflict && "\(reason)".contains("shop_durable_order"))
    }
    #expect(!problems.elements.isEmpty)
    // What is dispatched is counted and reported, because no caller can be told.
    b.link.forward(Foreign.self)
    b.bus.dispatch(Foreign())
    world.advance(by: .milliseconds(10))
    #expect(b.link.census.refused == 2)
    #expect(problems.elements.contains { if case .refused = $0 { true } else { false } })
  }

  @Test func `closing sends what was accepted, and lets handlers finish`() throws {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let handlers = TestScheduler()
    let log = Log<Int>()
    b.bus.on(Order.self).scheduler(handlers).next { log.append($0.number) }
    b.link.receive(Order.self, as: "billing", prefetch: 1)
    a.link.forward(Order.self)
    world.advance()
    for number in 1...3 { a.bus.dispatch(Order(number: number)) }
    let (closedA, closedB) = (Log<Result<Void, LinkError>>(), Log<Result<Void, LinkError>>())
    a.link.close(within: .seconds(5)) { closedA.append($0) }
    #expect(!a.bus.dispatch(Order(number: 4)), "a closing link accepts nothing")
    world.advance()
    try #require(closedA.elements.first).get()
    #expect(world.network.census.storedMessages == 3)
    b.link.close(within: .seconds(5)) { closedB.append($0) }
    world.advance()
    #expect(closedB.elements.isEmpty, "a handler is still at work")
    handlers.advance()
    world.advance()
    try #require(closedB.elements.first).get()
    #expect(log.elements == [1])
    #expect(b.link.census.handled == 1)
    #expect(b.link.state.value == .closed)
  }

  @Test func `closing in vain says how many events were not sent`() throws {
    let world = World()
    let a = world.process()
    a.link.forward(Order.self)
    world.advance()
    world.network.partition(for: .seconds(100))
    for number in 1...3 { a.bus.dispatch(Order(number: number)) }
    let published = Log<Result<Void, LinkError>>()
    a.link.publish(Order(number: 4)) { published.append($0) }
    world.advance(by: .seconds(1))
    let closed = Log<Result<Void, LinkError>>()
    a.link.close(within: .seconds(5)) { closed.append($0) }
    world.advance(by: .seconds(200))
    let unsent = try #require(throws: LinkError.self) { try #require(closed.elements.first).get() }
    #expect(unsent == .unsent(events: 4))
    let lost = try #require(throws: LinkError.self) { try #require(published.elements.first).get() }
    #expect(lost == .closed)
    let again = Log<Result<Void, LinkError>>()
    a.link.close(within: .zero) { again.append($0) }
    a.link.publish(Order(number: 5)) { again.append($0) }
    world.advance()
    #expect(again.elements.count == 2)
    #expect(
      again.elements.count == 2 && again.elements.contains { if case .failure(.closed) = $0 { true } else { false } })
  }

  @Test func `a link that is dropped ends, and its bus goes on`() {
    let world = World()
    let bus = EventBus()
    weak var core: LinkCore?
    do {
      let a = world.process(bus: bus)
      core = a.link.core
      a.link.forward(Order.self)
      a.link.receive(Price.self)
      world.advance()
      #expect(world.network.census.connections == 1)
      #expect(bus.dispatch(Order(number: 1)))
    }
    for _ in 0..<10 { world.advance(by: .seconds(60)) }
    #expect(core == nil)
    #expect(world.network.census.connections == 0)
    #expect(!bus.dispatch(Order(number: 2)))
    #expect(bus.census.subscriptions == 0)
  }

  @Test func `a receiver that is disposed gives back what it has not begun`() {
    let world = World()
    let (a, b, c) = (world.process(), world.process(), world.process())
    let handlers = TestScheduler()
    let atB = b.collect(Order.self)
    let receiving = b.link.receive(Order.self, as: "billing", on: handlers)
    world.advance()
    // Events that are handled fast widen the window, so that the member takes all the others.
    for number in 4...9 {
      a.link.publish(Order(number: number)) { _ in }
      world.advance()
      handlers.advance()
      world.advance()
    }
    for number in 1...3 { a.link.publish(Order(number: number)) { _ in } }
    world.advance()
    receiving.dispose()
    let atC = c.collect(Order.self)
    c.link.receive(Order.self, as: "billing")
    world.advance(by: .seconds(1))
    handlers.advance()
    world.advance(by: .seconds(1))
    #expect(atC.elements.map(\.number) == [1, 2, 3])
    #expect(atB.elements.map(\.number) == Array(4...9))
    #expect(world.network.census.pending == 0)
  }

  @Test func `a receiver may be disposed at any moment of a delivery`() throws {
    for moment in 0..<40 {
      let world = World()
      let (a, b, c) = (world.process(), world.process(), world.process())
      let (atB, atC) = (b.collect(Order.self), c.collect(Order.self))
      let receiving = b.link.receive(Order.self, as: "billing")
      world.advance()
      for number in 1...3 { a.link.publish(Order(number: number)) { _ in } }
      dispose(receiving, after: moment, on: world.clock)
      world.advance()
      let closed = Log<Result<Void, LinkError>>()
      b.link.close(within: .seconds(60)) { closed.append($0) }
      world.advance(by: .seconds(1))
      #expect(closed.elements.count == 1, "moment \(moment)")
      c.link.receive(Order.self, as: "billing")
      // An event that the engine was just delivering comes again after its deadline.
      world.advance(by: .seconds(31))
      #expect((atB.elements + atC.elements).map(\.number).sorted() == [1, 2, 3], "moment \(moment)")
    }
  }

  /// Disposes after so many pieces of work of the clock.
  private func dispose(_ disposable: any Disposable, after pieces: Int, on clock: TestScheduler) {
    if pieces == 0 { return disposable.dispose() }
    clock.perform { [self] in dispose(disposable, after: pieces - 1, on: clock) }
  }

  @Test func `the pauses between attempts grow, and differ between links`() {
    let clock = TestScheduler()
    let pauses = [UInt64(1), 2].map { origin -> [Duration] in
      let engine = UnreachableEngine(clock)
      var options = LinkOptions()
      (options.scheduler, options.origin) = (clock, origin)
      let link = BusLink(EventBus(), application: "shop", over: engine, options: options)
      let states = Log<LinkState>()
      link.state.signal.subscribe { states.append($0) }
      clock.advance(by: .seconds(60))
      #expect(states.elements.count == 2, "the state is sent once, not after each attempt")
      let times = engine.attempts.elements
      return zip(times, times.dropFirst()).map { $1 - $0 }
    }
    for list in pauses {
      #expect(list.count > 20 && list.count < 100)
      #expect(list[0] <= .milliseconds(150) && list[0] >= .milliseconds(50))
      #expect(list.max()! > .seconds(2) && list.max()! <= .seconds(3))
    }
    #expect(pauses[0].prefix(5) != pauses[1].prefix(5))
  }

  @Test func `a handler that is still at work may publish while its link closes`() throws {
    let world = World()
    let (a, b) = (world.process(), world.process())
    let handlers = TestScheduler()
    let results = Log<Result<Void, LinkError>>()
    b.bus.on(Order.self).scheduler(handlers).next { [weak link = b.link] order in
      link?.publish(Shipment(number: order.number, customer: "ann")) { results.append($0) }
    }
    b.link.receive(Order.self, as: "billing")
    world.advance()
    a.link.publish(Order(number: 1)) { _ in }
    world.advance()
    let closed = Log<Result<Void, LinkError>>()
    b.link.close(within: .seconds(5)) { closed.append($0) }
    world.advance()
    handlers.advance()
    world.advance()
    try #require(results.elements.first).get()
    try #require(closed.elements.first).get()
    #expect(b.link.state.value == .closed)
  }
}

/// An engine whose server never answers.
private final class UnreachableEngine: EventTransport {
  let attempts = Log<Duration>()
  private unowned let clock: TestScheduler

  init(_ clock: TestScheduler) { self.clock = clock }

  func connect(
    events: @escaping @Sendable (ConnectionEvent) -> Void,
    done: @escaping @Sendable (Result<any TransportConnection, TransportError>) -> Void
  ) {
    attempts.append(clock.now)
    done(.failure(TransportError(.unreachable, subject: "nowhere", reason: "no answer", advice: "wait")))
  }
}
