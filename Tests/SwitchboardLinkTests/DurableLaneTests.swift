import Switchboard
import SwitchboardBroadcast
import SwitchboardTesting
import Testing

@testable import SwitchboardLink

/// The lane of a durable reception, with an engine whose moments the test chooses.
@Suite struct DurableLaneTests {
  private let clock = TestScheduler()
  private let bus = EventBus()
  private let connection = ScriptedConnection()
  private let streams: Streams
  private let lane: DurableLane

  init() {
    var options = LinkOptions()
    (options.scheduler, options.origin) = (clock, 1)
    let context = LinkContext(application: "shop", options, fileID: #fileID, line: #line)
    streams = Streams(context)
    let queue = OutgoingQueue(
      OutgoingRules(limit: 10, whenFull: .refuse, budget: context.budget, worker: clock, wake: {}, tellDropped: {}))
    let routes = OutgoingRoutes(context, queue)
    let settings = ConsumerSettings(
      stream: routes.stream(Order.self), group: "billing", partition: nil, isOrdered: false,
      acknowledgementDeadline: .seconds(30), begins: .oldest)
    let place = ReceivingPlace(bus: bus, scheduler: clock, fileID: #fileID, line: #line)
    let reception = DurableReception(
      type: WireType(durable: Order.self), stream: settings.stream.name, group: "billing", retry: .never, prefetch: 4,
      place: place, deadLetters: DeadLetters(queue, context), notes: Notes(queue, context), slot: HandlingSlot())
    lane = DurableLane(reception, settings, context, streams)
    streams.changed = { [weak lane] in lane?.openIfPossible() }
  }

  private func connect(_ connection: ScriptedConnection) {
    streams.connected(connection)
    lane.connected(connection)
    clock.advance()
  }

  private func order(_ token: String, at place: UInt64 = 1, delivery: UInt64 = 1) -> StoredMessage {
    let subject = WireSubject(application: "shop", kind: .durable, name: "order")
    let message = WireMessage(WireAddress(subject), identity: "c-1", payload: Array(#"{"number":1,"sender":1}"#.utf8))
    return StoredMessage(message: message, token: token, attempt: 1, sequence: place, consumerSequence: delivery)
  }

  @Test func `an event that was under way when its receiver was stopped is given back`() {
    bus.subscribe(Order.self) { _ in }
    connect(connection)
    #expect(connection.consumer.calls.elements == ["request 1"])
    connection.deliver(order("one"))
    // The event is on its way to the link's thread.
    lane.stop()
    clock.advance()
    #expect(connection.consumer.calls.elements == ["request 1", "cancel", "retry one"])
    #expect(lane.isIdle)
  }

  @Test(arguments: [true, false])
  func `R9: no acknowledgement of an event reaches a later stream of the same name`(_ isSame: Bool) async {
    let (gates, begun) = ([Gate(), Gate()], Log<Void>())
    bus.on(Order.self).task { _ in
      begun.append(())
      await gates[begun.elements.count - 1].wait()
    }
    connect(connection)
    connection.deliver(order("old"))
    clock.advance()
    streams.lost()
    lane.lost()
    let next = ScriptedConnection(creation: isSame ? "1" : "2")
    connect(next)
    // Another event at the same place, of the new stream; or the same event again.
    next.deliver(order("new"))
    clock.advance()
    gates[0].open()
    while lane.context.counted.handled < 1 { await turn() }
    var acknowledged: [String] { next.consumer.calls.elements.filter { $0.hasPrefix("acknowledge") } }
    #expect(acknowledged == (isSame ? ["acknowledge new"] : []))
    gates[1].open()
    while acknowledged.isEmpty { await turn() }
    #expect(acknowledged == ["acknowledge new"])
    #expect(begun.elements.count == (isSame ? 1 : 2))
  }

  @Test func `a late delivery of an earlier consumer makes no gap`() {
    bus.subscribe(Order.self) { _ in }
    connect(connection)
    streams.lost()
    lane.lost()
    let next = ScriptedConnection()
    connect(next)
    connection.deliver(order("late", at: 1, delivery: 1))
    clock.advance()
    // Another member has had the event at place 2.
    next.deliver(order("new", at: 3, delivery: 2))
    clock.advance()
    #expect(lane.context.counted.missed == 0 && lane.context.counted.received == 2)
    // Without a late delivery in between, there is a gap.
    next.deliver(order("newer", at: 6, delivery: 3))
    clock.advance()
    #expect(lane.context.counted.missed == 2)
  }

  /// Lets tasks and the link work.
  private func turn() async {
    clock.advance()
    await Task.yield()
  }
}

/// A gate that tasks wait at.
private final class Gate: Sendable {
  private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
  func open() { continuation.finish() }
  func wait() async { for await _ in stream {} }
}

/// A connection with one consumer, which does nothing by itself.
private final class ScriptedConnection: TransportConnection {
  let consumer: ScriptedConsumer
  private let receive = Lock<(@Sendable (StoredMessage) -> Void)?>(nil)

  init(creation: String = "1") { consumer = ScriptedConsumer(creation) }

  func deliver(_ message: StoredMessage) { receive.withLock { $0 }?(message) }

  func send(_ message: WireMessage) {}
  func subscribe(
    to pattern: WirePattern, group: String?, receive: @escaping @Sendable (WireMessage) -> Void
  ) -> any TransportHandle { consumer }
  func flush() {}
  func synchronize(done: @escaping @Sendable (Bool) -> Void) { done(true) }
  func open(_ stream: StreamSettings, done: @escaping @Sendable (Result<OpenedStream, TransportError>) -> Void) {
    done(.success(OpenedStream(creation: consumer.position.creation)))
  }
  func last(
    _ subject: String, in stream: StreamSettings,
    done: @escaping @Sendable (Result<WireMessage?, TransportError>) -> Void
  ) { done(.success(nil)) }
  func store(_ message: WireMessage, ticket: UInt64) {}
  func consume(
    _ settings: ConsumerSettings, from start: UInt64?, receive: @escaping @Sendable (StoredMessage) -> Void,
    done: @escaping @Sendable (Result<any TransportConsumer, TransportError>) -> Void
  ) {
    self.receive.withLock { $0 = receive }
    done(.success(consumer))
  }
  func close(done: @escaping @Sendable () -> Void) { done() }
}

private final class ScriptedConsumer: TransportConsumer {
  let calls = Log<String>()
  let position: ConsumerPosition

  init(_ creation: String) {
    position = ConsumerPosition(creation: creation, isNew: true, firstKept: 1, lastDelivered: 0, floor: 0)
  }

  func look(done: @escaping @Sendable (UInt64) -> Void) {}

  func request(_ count: Int) { calls.append("request \(count)") }
  func acknowledge(_ message: StoredMessage.Token) { calls.append("acknowledge \(message)") }
  func extend(_ message: StoredMessage.Token) { calls.append("extend \(message)") }
  func retry(_ message: StoredMessage.Token, after delay: Duration) { calls.append("retry \(message)") }
  func cancel() { calls.append("cancel") }
}
