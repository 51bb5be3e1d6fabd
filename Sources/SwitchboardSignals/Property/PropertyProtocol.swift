/// A current value, and a signal that begins with the current value: ``Property`` and ``AnyProperty``.
public protocol PropertyProtocol<Value>: SignalProtocol where Failure == Never {
  /// The current value. O(1), unless the property is derived from other properties.
  var value: Value { get }
}
