/// A value that its owner held back before it sent it.
public struct Deferred<Value: Sendable>: Sendable {
  public let value: Value
  /// The update whose closure made the value, or ``UpdateScope/none``.
  public let scope: UpdateScope

  @inlinable
  public init(_ value: Value, in scope: UpdateScope) { (self.value, self.scope) = (value, scope) }
}
