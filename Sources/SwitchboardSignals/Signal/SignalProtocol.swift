/// A type that can be used wherever a signal is expected: a signal, a subject, a property, or the end of a channel.
///
/// The operators and the `subscribe` methods are declared once, in extensions of this protocol.
public protocol SignalProtocol<Value, Failure>: Sendable {
  /// The type of the values. Any thread may send a value, so values are `Sendable`.
  associatedtype Value: Sendable
  /// The type of the error; `Never` if the signal cannot fail.
  associatedtype Failure: Error

  /// This object as a signal. O(1).
  var signal: Signal<Value, Failure> { get }
}
