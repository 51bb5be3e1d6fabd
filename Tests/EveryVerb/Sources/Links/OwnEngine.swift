import Switchboard
import SwitchboardLink
import Synchronization

/// An engine of a client: carries everything over another engine, and counts the calls.
final class CountingEngine: EventTransport {
  let other: MemoryTransport
  let calls = Atomic(0)

  init(_ network: MemoryNetwork) { other = MemoryTransport(network) }

  func connect(
    events: @escaping @Sendable (ConnectionEvent) -> Void,
    done: @escaping @Sendable (Result<any TransportConnection, TransportError>) -> Void
  ) {
    calls.add(1, ordering: .relaxed)
    other.connect(events: events) { result in
      done(result.map { CountingConnection($0, self) })
    }
  }
}

private final class CountingConnection: TransportConnection {
  private let other: any TransportConnection
  private let engine: CountingEngine

  init(_ other: any TransportConnection, _ engine: CountingEngine) { (self.other, self.engine) = (other, engine) }

  private func count() { engine.calls.add(1, ordering: .relaxed) }

  func send(_ message: WireMessage) throws(TransportError) {
    count()
    try other.send(message)
  }

  func subscribe(
    to pattern: WirePattern, group: String?, receive: @escaping @Sendable (WireMessage) -> Void
  ) throws(TransportError) -> any TransportHandle {
    count()
    return CountingHandle(try other.subscribe(to: pattern, group: group, receive: receive))
  }

  func flush() { other.flush() }
  func synchronize(done: @escaping @Sendable (Bool) -> Void) { other.synchronize(done: done) }

  func last(
    _ subject: String, in stream: StreamSettings,
    done: @escaping @Sendable (Result<WireMessage?, TransportError>) -> Void
  ) {
    count()
    other.last(subject, in: stream, done: done)
  }

  func open(_ stream: StreamSettings, done: @escaping @Sendable (Result<OpenedStream, TransportError>) -> Void) {
    count()
    other.open(stream, done: done)
  }

  func store(_ message: WireMessage, ticket: UInt64) throws(TransportError) {
    count()
    try other.store(message, ticket: ticket)
  }

  func consume(
    _ consumer: ConsumerSettings, from start: UInt64?, receive: @escaping @Sendable (StoredMessage) -> Void,
    done: @escaping @Sendable (Result<any TransportConsumer, TransportError>) -> Void
  ) {
    count()
    other.consume(consumer, from: start, receive: receive) { result in done(result.map { CountingConsumer($0) }) }
  }

  func close(done: @escaping @Sendable () -> Void) {
    count()
    other.close(done: done)
  }
}

private final class CountingHandle: TransportHandle {
  private let other: any TransportHandle
  init(_ other: any TransportHandle) { self.other = other }
  func cancel() { other.cancel() }
}

private final class CountingConsumer: TransportConsumer {
  private let other: any TransportConsumer
  init(_ other: any TransportConsumer) { self.other = other }

  var position: ConsumerPosition { other.position }
  func look(done: @escaping @Sendable (UInt64) -> Void) { other.look(done: done) }
  func request(_ count: Int) { other.request(count) }
  func acknowledge(_ message: StoredMessage.Token) { other.acknowledge(message) }
  func extend(_ message: StoredMessage.Token) { other.extend(message) }
  func retry(_ message: StoredMessage.Token, after delay: Duration) { other.retry(message, after: delay) }
  func cancel() { other.cancel() }
}
