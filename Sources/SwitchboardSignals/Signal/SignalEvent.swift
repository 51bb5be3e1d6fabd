/// An event of a signal. A signal sends any number of values, then at most one terminal event:
/// `value* (error | completed)?` (promise R5).
@frozen
public enum SignalEvent<Value, Failure: Error> {
  case value(Value)
  case error(Failure)
  case completed
}

extension SignalEvent: Sendable where Value: Sendable {}
extension SignalEvent: Equatable where Value: Equatable, Failure: Equatable {}

extension SignalEvent: CustomStringConvertible {
  public var description: String {
    switch self {
    case .value(let value): "value(\(value))"
    case .error(let error): "error(\(error))"
    case .completed: "completed"
    }
  }
}

/// The terminal event of a signal.
@frozen
public enum Terminal<Failure: Error>: Sendable {
  case error(Failure)
  case completed
}
