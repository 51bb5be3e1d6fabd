/// A value that is written as `null` if there is none. Otherwise its key would be missing, and a reader could not tell
/// a value that is nil from a missing key.
@propertyWrapper
package struct OrNull<Value> {
  package var wrappedValue: Value?

  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension OrNull: Equatable where Value: Equatable {}
extension OrNull: Sendable where Value: Sendable {}

extension OrNull: Encodable where Value: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
  }
}

extension OrNull: Decodable where Value: Decodable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(Value.self))
  }
}

extension KeyedDecodingContainer {
  /// Decodes a value whose key may be missing, which counts as `null`.
  package func decode<Value: Decodable>(_: OrNull<Value>.Type, forKey key: Key) throws -> OrNull<Value> {
    OrNull(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}
