extension SignalProtocol where Value: SignalProtocol, Value.Failure == Failure {
  /// Sends the values of the signals that this signal sends. See ``flatMap(_:_:)``.
  @inlinable
  public func flatten(_ strategy: FlattenStrategy = .merge) -> Signal<Value.Value, Failure> {
    flatMap(strategy) { $0.signal }
  }

  /// Sends the values of the latest signal that this signal has sent: `flatten(.latest)`.
  @inlinable public func switchToLatest() -> Signal<Value.Value, Failure> { flatten(.latest) }
}

// The inner signals cannot fail.
extension SignalProtocol where Value: SignalProtocol, Value.Failure == Never {
  /// Sends the values of the signals that this signal sends. See ``flatMap(_:_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatten(_ strategy: FlattenStrategy = .merge) -> Signal<Value.Value, Failure> {
    flatMap(strategy) { $0.signal.promoted() as Signal<Value.Value, Failure> }
  }

  /// Sends the values of the latest signal that this signal has sent: `flatten(.latest)`.
  @inlinable
  @_disfavoredOverload
  public func switchToLatest() -> Signal<Value.Value, Failure> { flatten(.latest) }
}

// This signal cannot fail.
extension SignalProtocol where Value: SignalProtocol, Failure == Never {
  /// Sends the values of the signals that this signal sends. See ``flatMap(_:_:)``.
  @inlinable
  @_disfavoredOverload
  public func flatten(_ strategy: FlattenStrategy = .merge) -> Signal<Value.Value, Value.Failure> {
    setFailureType(to: Value.Failure.self).flatMap(strategy) { $0.signal }
  }

  /// Sends the values of the latest signal that this signal has sent: `flatten(.latest)`.
  @inlinable
  @_disfavoredOverload
  public func switchToLatest() -> Signal<Value.Value, Value.Failure> { flatten(.latest) }
}
