/// Anything that can be used wherever a signal is: signals, subjects, properties, the ends of channels.
///
/// Operators and the forms of subscribing are declared here, once for all of them.
public protocol SignalProtocol<Value, Failure>: Sendable {
  associatedtype Value: Sendable
  associatedtype Failure: Error

  /// The signal that this is. O(1).
  var signal: Signal<Value, Failure> { get }
}
