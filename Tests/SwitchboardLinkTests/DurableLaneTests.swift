import Switchboard
import SwitchboardBroadcast
import SwitchboardTesting
import Testing

@testable import SwitchboardLink

/// The lane of a durable reception, with an engine whose moments the test chooses.
@Suite struct DurableLaneTests {
  @Test func `an event that was under way when its receiver was stopped is given back`() {
    let clock = TestScheduler()
    var options = LinkOptions()
    (options.scheduler, options.origin) = (clock, 1)
    let context = LinkContext(application: "shop", options, fileID: #fileID, line: #line)
    let streams = Streams(context)
    let bus = EventBus()
    bus.subscribe(Order.self) { _ in }
    let queue = OutgoingQueue(
      OutgoingRules(
        limit: 10, whenFull: .refuse, budget: context.budget, worker: clock, wake: {}, tellDropped: {}))
    let routes = OutgoingRoutes(context, queue)
    let settings = ConsumerSettings(
      stream: routes.stream(Order.self), group: "billing", partition: nil, isOrdered: false,
      acknowledgementDeadline: .seconds(30), begins: .oldest)
    let place = ReceivingPlace(bus: bus, scheduler: clock, fileID: #fileID, line: #line)
    let reception = DurableReception(
      type: WireType(durable: Order.self), stream: settings.stream.name, group: "billing", retry: .never, prefetch: 4,
      place: place,
      deadLetters: DeadLetters(queue, context))
    let lane = DurableLane(reception, settings, context, streams)
    let connection = ScriptedConnection()
    streams.changed = { [weak lane] in lane?.openIfPossible() }
    streams.connected(connection)
    lane.connected(connection)
    clock.advance()
    #expect(connection.consumer.calls.elements == ["request 1"])
    let subject = WireSubject(application: "shop", kind: .durable, name: "order")
    let message = WireMessage(subject: subject, identity: "c-1", payload: Array(#"{"number":1,"sender":1}"#.utf8))
    connection.deliver(StoredMessage(message: message, token: "one", attempt: 1, sequence: 1, consumerSequence: 1))
    // The event is on its way to the link's thread.
    lane.stop()
    clock.advance()
    #expect(connection.consumer.calls.elements == ["request 1", "cancel", "retry one"])
    #expect(lane.isIdle)
  }
}

/// A connection with one consumer, which does nothing by itself.
private final class ScriptedConnection: TransportConnection {
  let consumer = ScriptedConsumer()
  private let receive = Lock<(@Sendable (StoredMessage) -> Void)?>(nil)

  func deliver(_ message: StoredMessage) { receive.withLock { $0 }?(message) }

  func send(_ message: WireMessage) {}
  func subscribe(
    to pattern: WirePattern, group: String?, receive: @escaping @Sendable (WireMessage) -> Void
  ) -> any TransportHandle { consumer }
  func flush() {}
  func synchronize(done: @escaping @Sendable (Bool) -> Void) { done(true) }
  func open(_ stream: StreamSettings, done: @escaping @Sendable (TransportError?) -> Void) { done(nil) }
  func store(_ message: WireMessage, ticket: UInt64) {}
  func consume(
    _ settings: ConsumerSettings, receive: @escaping @Sendable (StoredMessage) -> Void,
    done: @escaping @Sendable (Result<any TransportConsumer, TransportError>) -> Void
  ) {
    self.receive.withLock { $0 = receive }
    done(.success(consumer))
  }
  func close(done: @escaping @Sendable () -> Void) { done() }
}

private final class ScriptedConsumer: TransportConsumer {
  let calls = Log<String>()
  let position = ConsumerPosition(firstKept: 1, lastDelivered: 0)

  func request(_ count: Int) { calls.append("request \(count)") }
  func acknowledge(_ message: StoredMessage.Token) { calls.append("acknowledge \(message)") }
  func extend(_ message: StoredMessage.Token) { calls.append("extend \(message)") }
  func retry(_ message: StoredMessage.Token, after delay: Duration) { calls.append("retry \(message)") }
  func cancel() { calls.append("cancel") }
}
