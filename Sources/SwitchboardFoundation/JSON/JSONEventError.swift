/// A payload that is not what somebody takes it for.
public struct JSONEventError: Error, CustomStringConvertible {
  /// Of the event.
  public let name: String
  /// The type that the payload was to be read as, or written from.
  public let payload: String
  /// Where in the payload: keys, and `[2]` for a place in an array. Ends with the key that is missing, if one is. Empty: all of it.
  public let codingPath: [String]
  /// Why, in a sentence.
  public let reason: String
  /// What the coder threw.
  public let underlying: any Error

  init<Payload>(_ error: any Error, _ name: String, _ type: Payload.Type) {
    (self.name, underlying) = (name, error)
    payload = String(describing: type)
    let (path, reason): ([any CodingKey], String) =
      switch error {
      case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.dataCorrupted(let context):
        (context.codingPath, context.debugDescription)
      case DecodingError.keyNotFound(let key, let context): (context.codingPath + [key], "There is no such key.")
      case EncodingError.invalidValue(_, let context): (context.codingPath, context.debugDescription)
      default: ([], String(describing: error))
      }
    codingPath = path.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }
    self.reason = reason
  }

  public var description: String {
    let place = codingPath.isEmpty ? "" : ", at \(codingPath.joined(separator: "."))"
    return "the event “\(name)” as \(payload)\(place): \(reason)"
  }
}
