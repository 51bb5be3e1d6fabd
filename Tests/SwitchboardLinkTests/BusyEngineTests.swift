import Switchboard
import SwitchboardBroadcast
import SwitchboardTesting
import Testing

@testable import SwitchboardLink

/// An engine that has just started and is busy for seconds: it takes connections, and opens nothing in time.
@Suite struct BusyEngineTests {
  @Test func `a busy engine refuses no event`() throws {
    let clock = TestScheduler()
    let transport = BusyTransport(MemoryTransport(MemoryNetwork(scheduler: clock)))
    var options = LinkOptions()
    (options.scheduler, options.origin) = (clock, 1)
    let bus = EventBus()
    let link = BusLink(bus, application: "shop", over: transport, options: options)
    let (handled, problems) = (Log<Order>(), Log<LinkProblem>())
    bus.subscribe(Order.self) { handled.append($0) }
    link.problems.subscribe { problems.append($0) }
    link.receive(Order.self, as: "billing")
    let (published, ready) = (Log<Result<Void, LinkError>>(), Log<Result<Void, LinkError>>())
    link.publish(Order(number: 1)) { published.append($0) }
    link.ready(within: .seconds(30)) { ready.append($0) }
    clock.advance(by: .seconds(10))
    #expect(published.elements.isEmpty && ready.elements.isEmpty && handled.elements.isEmpty)
    guard case .transport(let error)? = problems.elements.first else { throw Refusal() }
    #expect(error.kind == .unreachable)

    transport.isBusy.exchange(false)
    clock.advance(by: .seconds(5))
    try #require(published.elements.first).get()
    try #require(ready.elements.first).get()
    #expect(handled.elements.map(\.number) == [1])
  }
}

private final class BusyTransport: EventTransport {
  let isBusy = Lock(true)
  private let transport: MemoryTransport

  init(_ transport: MemoryTransport) { self.transport = transport }

  var name: String { "busy" }

  func connect(
    events: @escaping @Sendable (ConnectionEvent) -> Void,
    done: @escaping @Sendable (Result<any TransportConnection, TransportError>) -> Void
  ) {
    transport.connect(events: events) { [self] result in done(result.map { BusyConnection($0, self) }) }
  }
}

private final class BusyConnection: TransportConnection {
  private let connection: any TransportConnection
  private let transport: BusyTransport
  private static let error = TransportError(.unreachable, subject: "busy", reason: "no answer", advice: "wait")

  init(_ connection: any TransportConnection, _ transport: BusyTransport) {
    (self.connection, self.transport) = (connection, transport)
  }

  private var isBusy: Bool { transport.isBusy.withLock { $0 } }
  func synchronize(done: @escaping @Sendable () -> Void) { connection.synchronize(done: done) }

  func send(_ message: WireMessage) throws(TransportError) { try connection.send(message) }

  func subscribe(
    to pattern: WirePattern, group: String?, receive: @escaping @Sendable (WireMessage) -> Void
  ) throws(TransportError) -> any TransportHandle {
    try connection.subscribe(to: pattern, group: group, receive: receive)
  }

  func flush() { connection.flush() }

  func open(_ stream: StreamSettings, done: @escaping @Sendable (TransportError?) -> Void) {
    if isBusy { done(Self.error) } else { connection.open(stream, done: done) }
  }

  func store(_ message: WireMessage, ticket: UInt64) throws(TransportError) {
    try connection.store(message, ticket: ticket)
  }

  func consume(
    _ consumer: ConsumerSettings, receive: @escaping @Sendable (StoredMessage) -> Void,
    done: @escaping @Sendable (Result<any TransportConsumer, TransportError>) -> Void
  ) {
    if isBusy { done(.failure(Self.error)) } else { connection.consume(consumer, receive: receive, done: done) }
  }

  func close(done: @escaping @Sendable () -> Void) { connection.close(done: done) }
}
