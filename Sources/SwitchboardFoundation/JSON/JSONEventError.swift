/// An error in decoding or encoding the payload of a ``JSONEvent``.
public struct JSONEventError: Error, CustomStringConvertible {
  /// The name of the event.
  public let name: String
  /// The type that the payload was decoded as, or encoded from.
  public let payload: String
  /// The place in the payload: keys, and `[2]` for an index in an array. If a key is missing, the path ends with that
  /// key. An empty path means the whole payload.
  public let codingPath: [String]
  /// The reason, as a sentence.
  public let reason: String
  /// The error that the coder threw.
  public let underlying: any Error

  init<Payload>(_ error: any Error, _ name: String, _ type: Payload.Type) {
    (self.name, underlying) = (name, error)
    payload = String(describing: type)
    let (path, reason): ([any CodingKey], String) =
      switch error {
      case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.dataCorrupted(let context):
        (context.codingPath, context.debugDescription)
      case DecodingError.keyNotFound(let key, let context): (context.codingPath + [key], "The key is missing.")
      case EncodingError.invalidValue(_, let context): (context.codingPath, context.debugDescription)
      default: ([], String(describing: error))
      }
    codingPath = path.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }
    self.reason = reason
  }

  /// The event, the type, the place and the reason, in one sentence.
  public var description: String {
    let place = codingPath.isEmpty ? "" : ", at \(codingPath.joined(separator: "."))"
    return "invalid payload of the event “\(name)” (\(payload))\(place): \(reason)"
  }
}
