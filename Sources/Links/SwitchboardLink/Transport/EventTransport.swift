/// The engine below a ``BusLink``: it carries messages between processes.
///
/// Two engines exist: ``MemoryTransport``, for tests and for a first version, and `NATSTransport` of the product
/// `SwitchboardNATS`. A program may bring another one, such as for Kafka or Redis.
///
/// An engine makes one connection at a time and knows nothing of events. The link encodes, queues, reconnects, sends
/// again, and acknowledges. So an engine keeps nothing from one connection to the next.
public protocol EventTransport: Sendable {
  /// Makes a connection. Calls `done` once, on any thread, at the latest after a few seconds. Does not block.
  ///
  /// - Parameters:
  ///   - events: Called on any thread with what happens to the connection, from before `done` is called until the
  ///     connection is lost or closed. The last event is ``ConnectionEvent/lost(_:)``, unless the link closes the
  ///     connection.
  ///   - done: Called with the connection, or with why there is none.
  func connect(
    events: @escaping @Sendable (ConnectionEvent) -> Void,
    done: @escaping @Sendable (Result<any TransportConnection, TransportError>) -> Void)
}

/// What an engine tells about a connection that exists.
public enum ConnectionEvent: Sendable {
  /// The engine has stored the message with this ticket. See ``TransportConnection/store(_:ticket:)``. `isDuplicate`:
  /// the engine had a message with the same identity already, and kept only that.
  case stored(ticket: UInt64, isDuplicate: Bool)
  /// The engine will not store the message with this ticket, now or after a repetition.
  case refused(ticket: UInt64, TransportError)
  /// The engine cannot store now, for example because its storage is still starting. The link sends the message and all
  /// later messages again, after a pause. To keep the order, the engine should store no later message of the connection
  /// before this one comes again. The link reports the error when the message has waited for long.
  case unavailable(ticket: UInt64, TransportError)
  /// Nobody subscribes to the request with this identity, so it has reached nobody. An engine that cannot know says
  /// nothing.
  case unheard(identity: String)
  /// A consumer has ended, for example because it was deleted. The link opens it again, after a pause.
  case consumerEnded(ConsumerSettings, TransportError)
  /// The engine does not allow something to this program. What waits for it ends with the error.
  case denied(DeniedUse, TransportError)
  /// Something went wrong that ends nothing, such as messages that the engine dropped because the link was too slow.
  case problem(TransportError)
  /// The connection is lost. All that was handed over and not confirmed may be lost too.
  case lost(TransportError)
}

/// What an engine does not allow to a program. See ``ConnectionEvent/denied(_:_:)``.
public enum DeniedUse: Sendable, Hashable {
  /// To send or store messages of a subject. If the text is not whole, the engine has told only its beginning.
  case publishing(subject: String, isWhole: Bool)
  /// To receive messages of a pattern.
  case receiving(pattern: String)
  /// To receive what the engine answers: no message can be stored, and no stream opened.
  case answers
}

/// One connection of an engine.
///
/// The link calls every function from its own thread, one call at a time, and only until the connection is lost or
/// closed. No function may wait for the network, except for as long as a write deadline allows.
///
/// **Order.** A connection carries what is handed to it in order, to each subscription and to each stream. A lost
/// connection may lose any number of the last messages.
public protocol TransportConnection: AnyObject, Sendable {
  // MARK: Live messages

  /// Sends a message to all subscriptions that match, or to one of each group. At most once; nothing is confirmed.
  ///
  /// Subscriptions of the same connection do not receive the message, and a group chooses among the others.
  ///
  /// - Parameter message: The message, with its subject.
  func send(_ message: WireMessage) throws(TransportError)

  /// Receives the messages of a pattern until the handle is cancelled or the connection ends.
  ///
  /// - Parameters:
  ///   - pattern: The subjects.
  ///   - group: If subscriptions of several connections have the same group, each message reaches one of them.
  ///   - receive: Called on any thread, one call at a time, in the order of each sender. Must return fast.
  func subscribe(
    to pattern: WirePattern, group: String?, receive: @escaping @Sendable (WireMessage) -> Void
  ) throws(TransportError) -> any TransportHandle

  /// Hands all that was sent to the operating system. Called when the link has nothing more to send for now.
  func flush()

  /// Calls `done` once when the engine has taken note of all that was handed over before, such as subscriptions, unless
  /// the connection is lost. An engine that gets no answer for seconds calls `done` too, with false.
  ///
  /// - Parameter done: Called once, on any thread, with whether the engine has answered.
  func synchronize(done: @escaping @Sendable (_ isAnswered: Bool) -> Void)

  // MARK: Durable messages

  /// Makes a stream if there is none of this name, or checks that the existing stream is the same. Calls `done` once,
  /// unless the connection is lost.
  ///
  /// - Parameters:
  ///   - stream: The name of the stream, and how it keeps messages.
  ///   - done: Called once, on any thread.
  func open(_ stream: StreamSettings, done: @escaping @Sendable (Result<OpenedStream, TransportError>) -> Void)

  /// Stores a message in the stream that holds its subject. The engine reports the result with the ticket: see
  /// ``ConnectionEvent``. The link sends a message again that has no result after some seconds. A message whose
  /// identity the stream has seen within its duplicate window is not stored again.
  ///
  /// - Parameters:
  ///   - message: The message, with its subject and its identity.
  ///   - ticket: A number of the link, which the engine repeats in the result.
  func store(_ message: WireMessage, ticket: UInt64) throws(TransportError)

  /// Calls `done` once with the last message of exactly this subject that a stream keeps, unless the connection is
  /// lost. Nil: there is none, or the stream does not exist.
  ///
  /// - Parameters:
  ///   - subject: The subject of the message, in full.
  ///   - stream: The stream that keeps the message.
  ///   - done: Called once, on any thread.
  func last(
    _ subject: String, in stream: StreamSettings,
    done: @escaping @Sendable (Result<WireMessage?, TransportError>) -> Void)

  /// Makes a consumer of a stream, or goes on with the existing consumer of this name.
  ///
  /// - Parameters:
  ///   - consumer: The consumer.
  ///   - start: The place in the stream with which a new consumer begins. Nil: as the settings say.
  ///   - receive: Called on any thread, one call at a time, with each message. Must return fast.
  ///   - done: Called once with the consumer, or with why there is none, unless the connection is lost.
  func consume(
    _ consumer: ConsumerSettings, from start: UInt64?, receive: @escaping @Sendable (StoredMessage) -> Void,
    done: @escaping @Sendable (Result<any TransportConsumer, TransportError>) -> Void)

  /// Ends the connection, after all that was handed over has been sent. Calls `done` once. No
  /// ``ConnectionEvent/lost(_:)``
  /// follows, and no event at all follows `done`.
  ///
  /// - Parameter done: Called once, on any thread.
  func close(done: @escaping @Sendable () -> Void)
}

/// Something that can be given back.
public protocol TransportHandle: AnyObject, Sendable {
  /// Ends it. The link calls this once, from its own thread.
  func cancel()
}

/// A consumer on one connection. The link calls every function from its own thread. After the cancellation it asks for
/// nothing more, and may still acknowledge and give back what was delivered before.
public protocol TransportConsumer: TransportHandle {
  /// How far the consumer was when this connection opened it.
  var position: ConsumerPosition { get }
  /// Calls `done` at most once with the floor of the consumer now. See ``ConsumerPosition/floor``.
  ///
  /// - Parameter done: Called at most once, on any thread.
  func look(done: @escaping @Sendable (_ floor: UInt64) -> Void)
  /// Asks for `count` more messages. Requests add up.
  ///
  /// - Parameter count: The number of further messages for which the link has room.
  func request(_ count: Int)
  /// The message is handled. The consumer does not deliver it again.
  ///
  /// - Parameter message: The token with which the consumer delivered the message.
  func acknowledge(_ message: StoredMessage.Token)
  /// The message is still being handled: the time after which the consumer would deliver it again starts anew.
  ///
  /// - Parameter message: The token with which the consumer delivered the message.
  func extend(_ message: StoredMessage.Token)
  /// Delivers the message again, to this or another member, after `delay`.
  ///
  /// - Parameters:
  ///   - message: The token with which the consumer delivered the message.
  ///   - delay: The least time until the next delivery.
  func retry(_ message: StoredMessage.Token, after delay: Duration)
}

/// What an engine says of a stream that it has opened.
public struct OpenedStream: Sendable, Hashable {
  /// A text that no other stream has, also no later one of the same name, such as the time of the making.
  public var creation: String

  /// Makes the answer.
  public init(creation: String) { self.creation = creation }
}

/// How far a consumer is. See ``TransportConsumer/position``.
public struct ConsumerPosition: Sendable, Hashable {
  /// The creation of the stream. See ``OpenedStream/creation``.
  public var creation: String
  /// Whether the consumer was made just now.
  public var isNew: Bool
  /// The sequence number of the oldest message that the stream keeps.
  public var firstKept: UInt64
  /// The sequence number of the last message that was delivered to any member; 0 if none was.
  public var lastDelivered: UInt64
  /// The sequence number up to which the group has acknowledged all messages.
  public var floor: UInt64

  /// Makes a position.
  public init(creation: String, isNew: Bool, firstKept: UInt64, lastDelivered: UInt64, floor: UInt64) {
    (self.creation, self.isNew, self.floor) = (creation, isNew, floor)
    (self.firstKept, self.lastDelivered) = (firstKept, lastDelivered)
  }

  /// The number of messages that the stream dropped before this consumer had delivered them.
  public var gap: UInt64 { lastDelivered > 0 && firstKept > lastDelivered + 1 ? firstKept - lastDelivered - 1 : 0 }
}
