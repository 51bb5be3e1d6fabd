/// A subject and its text. Many messages share an address, because to escape each part of a subject takes time.
public final class WireAddress: Sendable, Hashable {
  /// The subject.
  public let subject: WireSubject
  /// The subject as text.
  public let text: String

  /// Makes the address of a subject.
  public convenience init(_ subject: WireSubject) { self.init(subject, text: subject.text) }

  /// Reads an address. Nil if the text is no subject of this library.
  public convenience init?(text: String) {
    guard let subject = WireSubject(text: text) else { return nil }
    self.init(subject, text: text)
  }

  package init(_ subject: WireSubject, text: String) { (self.subject, self.text) = (subject, text) }

  /// Whether two addresses have the same text.
  public static func == (one: WireAddress, other: WireAddress) -> Bool { one === other || one.text == other.text }
  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A message between processes: an encoded event, and its address.
public struct WireMessage: Sendable, Hashable {
  /// The address.
  public var address: WireAddress
  /// What makes the event unique, with its origin. Travels in the header ``identityHeader``. Empty if the message was
  /// sent by other software without this header.
  public var identity: String
  /// The place of the event in the trace of its sender, in the form of the W3C. Travels in the header ``traceHeader``.
  public var traceparent: String?
  /// The data, JSON in UTF-8.
  public var payload: [UInt8]

  /// What a limit in bytes counts for the message while it waits: its data and texts, and 256 bytes.
  var bytes: Int { payload.count + identity.utf8.count + subjectText.utf8.count + 256 }

  /// The header with the identity. JetStream recognises duplicates by this header.
  public static let identityHeader = "Nats-Msg-Id"
  /// The header with the place in a trace.
  public static let traceHeader = "traceparent"

  /// Makes a message.
  public init(_ address: WireAddress, identity: String, traceparent: String? = nil, payload: [UInt8]) {
    (self.address, self.identity, self.traceparent, self.payload) = (address, identity, traceparent, payload)
  }

  /// The subject of the address.
  public var subject: WireSubject { address.subject }
  /// The address as text.
  public var subjectText: String { address.text }
}

/// A message that a consumer delivers.
public struct StoredMessage: Sendable {
  /// What the engine needs to acknowledge the message, such as an address.
  public typealias Token = String

  /// The message.
  public var message: WireMessage
  /// What the engine needs to acknowledge the message.
  public var token: Token
  /// The number of deliveries of this message so far, with this one: 1 for the first.
  public var attempt: Int
  /// The place of the message in its stream, from 1.
  public var sequence: UInt64
  /// The place of the delivery among the deliveries of the consumer, from 1.
  public var consumerSequence: UInt64
  /// The number of the consumer's opening that brought the message, among those of its receiver.
  var opening = 0

  /// Makes a stored message.
  public init(message: WireMessage, token: Token, attempt: Int, sequence: UInt64, consumerSequence: UInt64) {
    (self.message, self.token, self.attempt) = (message, token, attempt)
    (self.sequence, self.consumerSequence) = (sequence, consumerSequence)
  }
}
