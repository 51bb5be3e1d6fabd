/// An event of a signal. A signal sends any number of values, then at most one terminal event:
/// `value* (error | completed)?` (promise R5).
@frozen
public enum SignalEvent<Value, Failure: Error> {
  /// The signal sends a value. More events may follow.
  case value(Value)
  /// The signal fails. Nothing follows.
  case error(Failure)
  /// The signal ends without an error. Nothing follows.
  case completed
}

extension SignalEvent: Sendable where Value: Sendable {}
extension SignalEvent: Equatable where Value: Equatable, Failure: Equatable {}

extension SignalEvent: CustomStringConvertible {
  /// The case and its content, such as `value(1)`, `error(timedOut)` or `completed`.
  public var description: String {
    switch self {
    case .value(let value): "value(\(value))"
    case .error(let error): "error(\(error))"
    case .completed: "completed"
    }
  }
}

/// The terminal event of a signal.
@usableFromInline
package enum Terminal<Failure: Error>: Sendable {
  case error(Failure)
  case completed
}
