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
  public init(_ name: String, text: String) { self.init(name, data: Data(text.utf8)) }

  /// Creates an event with the JSON of `payload`.
  ///
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
  /// - Returns: Whether the event had a subscriber.
  @discardableResult
  public func dispatch<Payload: Encodable>(
    json name: String, _ payload: Payload, encoder: JSONEncoder = JSONEncoder(), fileID: StaticString = #fileID,
    line: UInt32 = #line
  ) throws(JSONEventError) -> Bool {
    dispatch(try JSONEvent(name, encoding: payload, encoder: encoder), fileID: fileID, line: line)
  }
}
