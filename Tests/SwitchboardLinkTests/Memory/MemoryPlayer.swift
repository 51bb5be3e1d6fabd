import Switchboard
import SwitchboardLink
import SwitchboardTesting
import Testing

/// A process that uses the engine as a link does, and notes what happens. Virtual time has one thread, so it needs no
/// lock.
final class MemoryPlayer: @unchecked Sendable {
  // Sound: only the thread that advances the clock uses it.
  let clock: TestScheduler
  let transport: MemoryTransport
  private(set) var connection: (any TransportConnection)?
  var log: [String] = []
  var received: [String] = []
  var deliveries: [StoredMessage] = []
  var handles: [any TransportHandle] = []

  init(_ clock: TestScheduler, _ network: MemoryNetwork) {
    (self.clock, transport) = (clock, MemoryTransport(network))
  }

  /// Connects, and returns the player.
  @discardableResult
  func connected() -> Self {
    transport.connect(
      events: { [unowned self] event in note(event) },
      done: { [unowned self] result in
        switch result {
        case .success(let made):
          connection = made
          log.append("connected")
        case .failure(let error): log.append("failed \(error.kind)")
        }
      })
    clock.advance()
    return self
  }

  func note(_ event: ConnectionEvent) {
    switch event {
    case .stored(let ticket, let isDuplicate): log.append(isDuplicate ? "duplicate \(ticket)" : "stored \(ticket)")
    case .unheard(let identity): log.append("unheard \(identity)")
    case .denied(let use, _): log.append("denied \(use)")
    case .refused(let ticket, let error): log.append("refused \(ticket) \(error.kind)")
    case .unavailable(let ticket, _): log.append("unavailable \(ticket)")
    case .consumerEnded(let settings, _): log.append("ended \(settings.group)")
    case .problem(let error): log.append("problem \(error.kind)")
    case .lost(let error): log.append("lost \(error.kind)")
    }
  }

  func listen(to pattern: WirePattern = .live, group: String? = nil) throws {
    handles.append(
      try connection!.subscribe(to: pattern, group: group) { [unowned self] in received.append($0.text) })
    clock.advance()
  }

  func send(_ texts: String...) throws {
    for text in texts { try connection!.send(WireMessage(live: text)) }
    clock.advance()
  }

  /// Stores messages whose identities are their texts. The tickets count from `ticket`.
  func store(_ texts: String..., ticket: UInt64 = 1, partition: Int = 0, identity: String? = nil) throws {
    for (offset, text) in texts.enumerated() {
      let message = WireMessage(durable: text, partition: partition, identity: identity)
      try connection!.store(message, ticket: ticket + UInt64(offset))
    }
    clock.advance()
  }

  func open(_ stream: StreamSettings = .orders()) {
    connection!.open(stream) { [unowned self] result in
      switch result {
      case .success: log.append("open")
      case .failure(let error): log.append("conflict \(error.kind)")
      }
    }
    clock.advance()
  }

  /// Opens the stream and the consumer, and asks for messages.
  @discardableResult
  func consume(_ settings: ConsumerSettings = .billing(), request: Int = 100) throws -> any TransportConsumer {
    let consumer = try #require(tryToConsume(settings))
    consumer.request(request)
    clock.advance()
    return consumer
  }

  func tryToConsume(_ settings: ConsumerSettings) -> (any TransportConsumer)? {
    open(settings.stream)
    var opened: (any TransportConsumer)? { last }
    last = nil
    connection!.consume(settings, from: nil, receive: { [unowned self] in deliveries.append($0) }) {
      [unowned self] result in
      switch result {
      case .success(let consumer): last = consumer
      case .failure(let error): log.append("consumer \(error.kind)")
      }
    }
    clock.advance()
    return opened
  }
  private var last: (any TransportConsumer)?

  /// The texts and attempts of the deliveries so far, which are then forgotten.
  func takeDeliveries() -> [String] {
    defer { deliveries = [] }
    return deliveries.map { $0.attempt == 1 ? $0.message.text : "\($0.message.text) (\($0.attempt))" }
  }

  func close() {
    connection!.close { [unowned self] in log.append("closed") }
    clock.advance()
  }

  func release() { connection = nil }
}

extension WirePattern {
  static let live = WirePattern(application: "shop", kind: .live, name: "ping")
  static let durable = WirePattern(application: "shop", kind: .durable, name: "order")
}

extension StreamSettings {
  static func orders(
    bytes: Int = 1 << 20, age: Duration = .seconds(3600), whenFull: StreamLimits.Overflow = .dropOldest,
    window: Duration = .seconds(120), partitions: Int = 1
  ) -> StreamSettings {
    StreamSettings(
      pattern: .durable, limits: StreamLimits(bytes: bytes, age: age, whenFull: whenFull), partitions: partitions,
      duplicateWindow: window, replicas: 1)
  }
}

extension ConsumerSettings {
  static func billing(
    _ group: String = "billing", of stream: StreamSettings = .orders(), partition: Int? = nil, isOrdered: Bool = false,
    deadline: Duration = .seconds(30), begins: Beginning = .oldest
  ) -> ConsumerSettings {
    ConsumerSettings(
      stream: stream, group: group, partition: partition, isOrdered: isOrdered, acknowledgementDeadline: deadline,
      begins: begins)
  }
}

extension WireMessage {
  init(live text: String) {
    self.init(
      WireAddress(WireSubject(application: "shop", kind: .live, name: "ping")), identity: "", payload: Array(text.utf8))
  }

  init(durable text: String, partition: Int = 0, identity: String? = nil) {
    self.init(
      WireAddress(WireSubject(application: "shop", kind: .durable, name: "order", partition: partition)),
      identity: identity ?? text, payload: Array(text.utf8))
  }

  var text: String { String(decoding: payload, as: UTF8.self) }
}
