/// A type that can be used wherever a signal is expected: a signal, a subject, a property, or the end of a channel.
///
/// The operators and the `subscribe` methods are declared once, in extensions of this protocol.
public protocol SignalProtocol<Value, Failure>: Sendable {
  associatedtype Value: Sendable
  associatedtype Failure: Error

  /// This object as a signal. O(1).
  var signal: Signal<Value, Failure> { get }
}
