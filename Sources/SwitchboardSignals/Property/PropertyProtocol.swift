/// A current value, and a signal of it that begins with the current one: ``Property`` and ``AnyProperty``.
public protocol PropertyProtocol<Value>: SignalProtocol where Failure == Never {
  /// The current value. O(1) unless it is made of others.
  var value: Value { get }
}
