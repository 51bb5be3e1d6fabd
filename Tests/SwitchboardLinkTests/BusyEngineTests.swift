import Switchboard
import SwitchboardBroadcast
import SwitchboardLinkTesting
import SwitchboardTesting
import Testing

@testable import SwitchboardLink

/// Engines that keep the connection and do not work.
@Suite struct BusyEngineTests {
  private let clock = TestScheduler()
  private let network: MemoryNetwork
  private let transport: BusyTransport
  private let bus = EventBus()
  private let link: BusLink
  private let handled = Log<Order>()
  private let problems = Log<LinkProblem>()

  init() {
    network = MemoryNetwork(scheduler: clock)
    transport = BusyTransport(network)
    var options = LinkOptions()
    (options.scheduler, options.origin) = (clock, 1)
    link = BusLink(bus, application: "shop", over: transport, options: options)
    bus.subscribe(Order.self) { [handled] in handled.append($0) }
    link.problems.subscribe { [problems] in problems.append($0) }
  }

  @Test func `an engine that opens nothing for seconds refuses no event`() throws {
    transport.opening.exchange(.silent)
    link.receive(Order.self, as: "billing")
    let (published, ready) = (Log<Result<Void, LinkError>>(), Log<Result<Void, LinkError>>())
    link.publish(Order(number: 1)) { published.append($0) }
    link.ready(within: .seconds(30)) { ready.append($0) }
    clock.advance(by: .seconds(10))
    #expect(published.elements.isEmpty && ready.elements.isEmpty && handled.elements.isEmpty)
    guard case .transport(let error)? = problems.elements.first else { throw Refusal() }
    #expect(error.kind == .unreachable)

    transport.opening.exchange(.working)
    clock.advance(by: .seconds(5))
    try #require(published.elements.first).get()
    try #require(ready.elements.first).get()
    #expect(handled.elements.map(\.number) == [1])
  }

  /// As nats-server 2.9 does when its disk is full.
  @Test func `an engine that does not answer is reported every 10 seconds, until it answers`() {
    transport.storing.exchange(.silent)
    let confirmed = publishAll(3)
    clock.advance(by: .milliseconds(9999))
    #expect(problems.elements.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(problems.elements == [waiting(3, .seconds(10), nil)])
    clock.advance(by: .seconds(20))
    #expect(problems.elements.count == 3)
    #expect(problems.elements.last == waiting(3, .seconds(30), nil))
    transport.storing.exchange(.working)
    clock.advance(by: .seconds(10))
    #expect(confirmed.elements == [1, 2, 3])
    let reports = problems.elements.count
    clock.advance(by: .seconds(60))
    #expect(problems.elements.count == reports)
    #expect(stored == 3)
  }

  @Test func `an engine that cannot store is reported with its reason`() {
    transport.storing.exchange(.unavailable)
    let confirmed = publishAll(2)
    clock.advance(by: .seconds(11))
    #expect(problems.elements == [waiting(2, .seconds(10), BusyTransport.error)])
    #expect("\(problems.elements[0])".contains("shop.durable.order"))
    #expect("\(problems.elements[0])".contains("\(BusyTransport.error)"))
    transport.storing.exchange(.working)
    clock.advance(by: .seconds(60))
    #expect(confirmed.elements == [1, 2])
    #expect(problems.elements.count == 1)
    // Then without an answer: the old reason is not told again.
    transport.storing.exchange(.silent)
    _ = publishAll(1)
    clock.advance(by: .seconds(14))
    #expect(problems.elements.last == waiting(1, .seconds(10), nil))
  }

  @Test func `an engine that takes connections and stores nothing is reported, also if each connection is lost soon`() {
    transport.storing.exchange(.silent)
    _ = publishAll(1)
    for _ in 0..<5 {
      clock.advance(by: .seconds(6))
      network.disconnectAll()
    }
    #expect(problems.elements.count >= 2)
    #expect(problems.elements.allSatisfy { if case .unconfirmed(_, 1, _, nil) = $0 { true } else { false } })
  }

  @Test func `a lost connection is a state, not a problem`() {
    transport.storing.exchange(.silent)
    let confirmed = publishAll(1)
    clock.advance(by: .seconds(1))
    network.partition(for: .seconds(60))
    clock.advance(by: .seconds(50))
    #expect(link.state.value != .connected)
    let reports = problems.elements.count
    transport.storing.exchange(.working)
    clock.advance(by: .seconds(30))
    #expect(confirmed.elements == [1])
    #expect(problems.elements.count == reports)
    // The partition was noticed after 10 seconds, until when there was a connection.
    #expect(reports <= 1)
  }

  @Test(arguments: [false, true])
  func `live events and deliveries do not wait for a stream that cannot store`(isOpen: Bool) throws {
    if isOpen { transport.storing.exchange(.unavailable) } else { transport.opening.exchange(.silent) }
    let other = EventBus()
    var options = LinkOptions(queueLimit: 100)
    (options.scheduler, options.origin) = (clock, 2)
    let there = BusLink(other, application: "shop", over: MemoryTransport(network), options: options)
    let prices = Log<Int>()
    other.subscribe(Price.self) { prices.append($0.cents) }
    other.subscribe(Question.self) { _ in }
    there.receive(Price.self)
    there.respond(to: Question.self)
    link.forward(Price.self)
    let confirmed = publishAll(3)
    for cents in 1...3 { bus.dispatch(Price(item: "tea", cents: cents)) }
    let answer = Log<Result<Void, RemoteDeliveryError>>()
    link.deliver(Question(text: "?"), within: .seconds(5)) { answer.append($0) }
    clock.advance(by: .seconds(1))
    #expect(prices.elements == [1, 2, 3])
    try #require(answer.elements.first).get()
    #expect(confirmed.elements.isEmpty)
    transport.storing.exchange(.working)
    transport.opening.exchange(.working)
    clock.advance(by: .seconds(20))
    #expect(confirmed.elements == [1, 2, 3])
    #expect(stored == 3)
  }

  private var stored: Int {
    network.storedMessages(of: WirePattern(application: "shop", kind: .durable, name: "order")).count
  }

  /// Publishes orders, and returns the numbers of those that are confirmed.
  private func publishAll(_ count: Int) -> Log<Int> {
    let confirmed = Log<Int>()
    clock.advance(by: .milliseconds(1))
    for number in 1...count {
      link.publish(Order(number: number)) { if case .success = $0 { confirmed.append(number) } }
    }
    return confirmed
  }

  private func waiting(_ events: Int, _ time: Duration, _ error: TransportError?) -> LinkProblem {
    .unconfirmed(subject: "shop.durable.order.1.0.-", events: events, after: time, last: error)
  }
}

private enum Work: Sendable { case working, silent, unavailable }

private final class BusyTransport: EventTransport {
  let opening = Lock(Work.working)
  let storing = Lock(Work.working)
  private let transport: MemoryTransport
  static let error = TransportError(.unreachable, subject: "busy", reason: "no answer", advice: "wait")

  init(_ network: MemoryNetwork) { transport = MemoryTransport(network) }

  func connect(
    events: @escaping @Sendable (ConnectionEvent) -> Void,
    done: @escaping @Sendable (Result<any TransportConnection, TransportError>) -> Void
  ) {
    transport.connect(events: events) { [self] result in
      done(result.map { BusyConnection($0, self, events) })
    }
  }
}

private final class BusyConnection: TransportConnection {
  private let connection: any TransportConnection
  private let transport: BusyTransport
  private let events: @Sendable (ConnectionEvent) -> Void

  init(
    _ connection: any TransportConnection, _ transport: BusyTransport,
    _ events: @escaping @Sendable (ConnectionEvent) -> Void
  ) {
    (self.connection, self.transport, self.events) = (connection, transport, events)
  }

  private var isBusy: Bool { transport.opening.withLock { $0 != .working } }
  func synchronize(done: @escaping @Sendable (Bool) -> Void) { connection.synchronize(done: done) }

  func send(_ message: WireMessage) throws(TransportError) { try connection.send(message) }

  func subscribe(
    to pattern: WirePattern, group: String?, receive: @escaping @Sendable (WireMessage) -> Void
  ) throws(TransportError) -> any TransportHandle {
    try connection.subscribe(to: pattern, group: group, receive: receive)
  }

  func flush() { connection.flush() }

  func last(
    _ subject: String, in stream: StreamSettings,
    done: @escaping @Sendable (Result<WireMessage?, TransportError>) -> Void
  ) { connection.last(subject, in: stream, done: done) }

  func open(_ stream: StreamSettings, done: @escaping @Sendable (Result<OpenedStream, TransportError>) -> Void) {
    if isBusy { done(.failure(BusyTransport.error)) } else { connection.open(stream, done: done) }
  }

  func store(_ message: WireMessage, ticket: UInt64) throws(TransportError) {
    switch transport.storing.withLock({ $0 }) {
    case .working: try connection.store(message, ticket: ticket)
    case .silent: break
    case .unavailable: events(.unavailable(ticket: ticket, BusyTransport.error))
    }
  }

  func consume(
    _ consumer: ConsumerSettings, from start: UInt64?, receive: @escaping @Sendable (StoredMessage) -> Void,
    done: @escaping @Sendable (Result<any TransportConsumer, TransportError>) -> Void
  ) {
    if isBusy {
      done(.failure(BusyTransport.error))
    } else {
      connection.consume(consumer, from: start, receive: receive, done: done)
    }
  }

  func close(done: @escaping @Sendable () -> Void) { connection.close(done: done) }
}
