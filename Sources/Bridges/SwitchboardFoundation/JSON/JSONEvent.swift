public import Foundation
public import SwitchboardBus

/// An event for modules that share no type. They share only a name, which is the event's subtype, and the shape of the
/// JSON.
///
/// ```swift
/// bus.on(json: "login", as: Login.self).next { login in greet(login.user) }
/// try bus.dispatch(json: "login", Credentials(user: "ann"))
/// ```
/// Source: QTEventBus QTJsonEvent, whose JSON is dictionaries and arrays.
public struct JSONEvent: Event {
  /// The name that sender and subscribers share.
  public let name: String
  /// The JSON. It is not read before a subscriber decodes it.
  public let data: Data

  /// Creates an event with JSON as bytes. The bytes are not checked.
  public init(_ name: String, data: Data) { (self.name, self.data) = (name, data) }

  /// Creates an event with JSON as text, which is encoded as UTF-8 and not checked. O(text).
  ///
  /// - Parameter text: The JSON.
  public init(_ name: String, text: String) { self.init(name, data: Data(text.utf8)) }

  /// Creates an event with the JSON of `payload`.
  ///
  /// - Parameters:
  ///   - payload: What is encoded, once, inside this call.
  ///   - encoder: Says how dates, keys and the rest are encoded.
  /// - Throws: ``JSONEventError`` if `encoder` cannot encode `payload`.
  public init<Payload: Encodable>(
    _ name: String, encoding payload: Payload, encoder: JSONEncoder = JSONEncoder()
  ) throws(JSONEventError) {
    do {
      self.init(name, data: try encoder.encode(payload))
    } catch {
      throw JSONEventError(error, name, Payload.self)
    }
  }

  /// The ``name``.
  public var subtype: String? { name }

  /// Decodes the JSON as `type`. Each call decodes anew.
  ///
  /// - Parameters:
  ///   - type: The type of the payload.
  ///   - decoder: Says how dates, keys and the rest are decoded.
  /// - Throws: ``JSONEventError`` if the JSON is damaged or does not fit `type`.
  public func decode<Payload: Decodable>(
    _ type: Payload.Type, decoder: JSONDecoder = JSONDecoder()
  ) throws(JSONEventError) -> Payload {
    do {
      return try decoder.decode(type, from: data)
    } catch {
      throw JSONEventError(error, name, type)
    }
  }
}

extension EventBus {
  /// Dispatches the JSON of `payload` under a name. See ``JSONEvent``.
  ///
  /// - Parameters:
  ///   - name: The name that sender and subscribers share.
  ///   - payload: What is encoded, once, inside this call.
  ///   - encoder: Says how dates, keys and the rest are encoded.
  /// - Returns: Whether the event had a subscriber.
  @discardableResult
  public func dispatch<Payload: Encodable>(
    json name: String, _ payload: Payload, encoder: JSONEncoder = JSONEncoder(), fileID: StaticString = #fileID,
    line: UInt32 = #line
  ) throws(JSONEventError) -> Bool {
    dispatch(try JSONEvent(name, encoding: payload, encoder: encoder), fileID: fileID, line: line)
  }
}

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
