/// A value as it was read, with its version, which tells whether the value has been written since.
@frozen
public struct VersionedValue<Value: Sendable>: Sendable {
  public let value: Value
  @usableFromInline let written: ValueVersion

  @inlinable
  public init(_ value: Value, _ written: ValueVersion = ValueVersion()) {
    (self.value, self.written) = (value, written)
  }

  /// The number of times the value was written.
  @inlinable public var version: UInt64 { written.number }
  /// The update whose closure wrote the value last, or ``UpdateScope/none``.
  @inlinable public var scope: UpdateScope { written.scope }
}

/// How often a value was written, and by which update. Beside a value that is a property of its own: to destroy a
/// ``VersionedValue``, the deinit of a generic class would look up its metadata.
@frozen
public struct ValueVersion: Sendable {
  /// The number of times the value was written.
  public var number: UInt64 = 0
  /// The update whose closure wrote the value last, or ``UpdateScope/none``.
  public var scope = UpdateScope.none

  @inlinable public init() {}

  /// Notes a write by the calling code.
  @inlinable
  public mutating func advance() {
    number &+= 1
    scope = .current
  }
}
