/// An error of an engine.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of error, which decide what the link does.
  public enum Kind: Sendable, Hashable {
    /// No server answers at the address. The link tries again.
    case unreachable
    /// The server does not accept the credentials, or does not allow the operation. The link tries again, because the
    /// server may learn the credentials later.
    case unauthorized
    /// The connection was lost. The link connects again.
    case lost
    /// The server ended the connection, because it could not read something that the link had sent. The link connects
    /// again, and finds out which event it was.
    case violation
    /// The server has no durable streams. On NATS: the server runs without JetStream.
    case noStreams
    /// A stream or a consumer of this name exists with other settings, or belongs to other software.
    case conflict
    /// The message is larger than the engine accepts.
    case tooLarge
    /// The engine refuses to store, for example because the stream or the disk is full.
    case full
    /// The engine dropped live messages, because the program received them too slowly.
    case slow
    /// The engine refuses for another reason.
    case refused
  }
  /// The kind of error.
  public var kind: Kind
  /// The subject, the stream, the consumer or the address that the error concerns.
  public var subject: String
  /// What happened, in the engine's words.
  public var reason: String
  /// What to do, as a sentence without a full stop.
  public var advice: String

  /// Makes an error.
  public init(_ kind: Kind, subject: String, reason: String, advice: String) {
    (self.kind, self.subject, self.reason, self.advice) = (kind, subject, reason, advice)
  }

  /// Whether the engine cannot answer now, and has refused nothing. What waits then waits on.
  var isTemporary: Bool { kind == .unreachable || kind == .lost || kind == .violation }

  /// The subject, the reason and the advice in one line.
  public var description: String { "\(subject): \(reason); \(advice)" }
}
