internal import Synchronization

/// A connection as the network sees it: the process on one end, the server on the other.
package final class MemoryLine: @unchecked Sendable {
  // Sound: the constants are `Sendable`, and the variables are touched only under the lock of the network.

  /// The number of the process that made the connection.
  package let process: UInt64
  /// Whether the process has closed the connection. Read without the lock, before each message is handed to it.
  let isClosing = Atomic<Bool>(false)
  /// Nil when the connection is lost or closed. Taken out and called with no lock held.
  var events: (@Sendable (ConnectionEvent) -> Void)?
  /// What the process calls when it has closed the connection.
  var closed: (@Sendable () -> Void)?
  var requests = MemoryPipe<MemoryRequest>()
  var answers = MemoryPipe<MemoryEffect>()
  var subscriptions: [MemorySubscription] = []
  var members: [MemoryMember] = []
  /// What ends the time in which no packet arrives. Nil: all arrive.
  package var stall: (any MemoryWork)?
  /// The tickets of messages that the faults keep from their stream. Later messages are not stored before them.
  package var unavailable: [String: Set<UInt64>] = [:]
  package internal(set) var isOpen = true
  /// The number of restarts of the server when the connection was made.
  let restarts: Int

  init(process: UInt64, restarts: Int, events: @escaping @Sendable (ConnectionEvent) -> Void) {
    (self.process, self.restarts, self.events) = (process, restarts, events)
  }
}

/// One direction of a connection: what was handed over and has not arrived.
struct MemoryPipe<Packet> {
  private var packets = MemoryQueue<(due: Duration, packet: Packet)>()
  private var lastDue = Duration.zero
  /// Whether the agenda has an entry for this direction.
  var isListed = false

  var count: Int { packets.count }
  var isEmpty: Bool { packets.isEmpty }
  var firstDue: Duration? { packets.first?.due }

  /// Adds a packet that arrives at `due`, and not before the packets in front of it.
  mutating func append(_ packet: Packet, due: Duration) {
    lastDue = max(lastDue, due)
    packets.append((lastDue, packet))
  }

  mutating func popFirst(by now: Duration) -> Packet? {
    if let due = firstDue, due <= now { packets.popFirst()?.packet } else { nil }
  }

  /// Removes all packets but the first `kept`, and returns the removed.
  mutating func cut(to kept: Int) -> [Packet] { packets.cut(to: kept).map(\.packet) }

  /// Removes the packets that `isKept` refuses, and returns them.
  mutating func sift(_ isKept: (Packet) -> Bool) -> [Packet] { packets.sift { isKept($0.packet) }.map(\.packet) }
}

/// A message, shared by all who receive it.
final class SharedMessage: Sendable {
  let message: WireMessage
  init(_ message: WireMessage) { self.message = message }
}

/// What a process asks of the server.
enum MemoryRequest {
  case send(SharedMessage)
  case subscribe(MemorySubscription)
  case unsubscribe(MemorySubscription)
  case synchronize(@Sendable (Bool) -> Void)
  indirect case open(StreamSettings, @Sendable (Result<OpenedStream, TransportError>) -> Void)
  case last(String, String, @Sendable (Result<WireMessage?, TransportError>) -> Void)
  case store(SharedMessage, ticket: UInt64)
  case consume(MemoryMember, from: UInt64?, @Sendable (Result<MemoryConsumer.Place, TransportError>) -> Void)
  case look(MemoryConsumer, @Sendable (UInt64) -> Void)
  case leave(MemoryMember)
  case request(MemoryMember, Int)
  case acknowledge(MemoryConsumer, UInt64)
  case extend(MemoryConsumer, UInt64)
  case retry(MemoryConsumer, UInt64, after: Duration)
  case close

  /// The message of the request, if it has one.
  var message: WireMessage? {
    switch self {
    case .send(let shared), .store(let shared, _): shared.message
    default: nil
    }
  }

  /// What the request uses that may be denied.
  var use: DeniedUse? {
    switch self {
    case .subscribe(let subscription): .receiving(pattern: subscription.pattern.text)
    default: message.map { .publishing(subject: $0.subjectText, isWhole: true) }
    }
  }

  /// Whether the request has an effect when it arrives after its connection is lost.
  var outlivesConnection: Bool {
    switch self {
    case .send, .store, .acknowledge, .extend, .retry: true
    default: false
    }
  }

  /// Whether a consumer tells what it did with a message.
  var isAcknowledgement: Bool {
    switch self {
    case .acknowledge, .extend, .retry: true
    default: false
    }
  }
}

/// What the network does with no lock held: all calls to a process, and all releases of what belongs to a process.
enum MemoryEffect {
  case receive(MemorySubscription, SharedMessage)
  case deliver(MemoryMember, MemoryDelivery)
  case call(@Sendable () -> Void)
  case releaseRequests([MemoryRequest])
  case release([MemoryEffect])
  case releaseObject(AnyObject)

  func perform() {
    switch self {
    case .receive(let subscription, let shared): subscription.receive(shared)
    case .deliver(let member, let delivery): member.receive(delivery)
    case .call(let action): action()
    case .releaseRequests, .release, .releaseObject: break
    }
  }
}
