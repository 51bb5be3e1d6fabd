extension SignalProtocol where Value: SignalProtocol, Value.Failure == Failure {
  /// Sends the values of the signals that this signal sends. See `flatMap(_:_:)`.
  ///
  /// - Parameter strategy: What happens to a signal that comes while others run.
  @inlinable
  public func flatten(_ strategy: FlattenStrategy = .merge) -> Signal<Value.Value, Failure> {
    flatMap(strategy) { $0.signal }
  }

  /// Sends the values of the latest signal that this signal has sent: `flatten(.latest)`.
  @inlinable public func switchToLatest() -> Signal<Value.Value, Failure> { flatten(.latest) }
}

// The inner signals cannot fail.
extension SignalProtocol where Value: SignalProtocol, Value.Failure == Never {
  /// Sends the values of the signals that this signal sends. See `flatMap(_:_:)`.
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
  /// Sends the values of the signals that this signal sends. See `flatMap(_:_:)`.
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

extension SignalProtocol where Value == Bool {
  /// Sends the values of `then` while the latest value is true, and those of `else` while it is false. Completes when
  /// this signal and the signal chosen last have completed.
  ///
  /// - Parameters:
  ///   - then: Subscribed to anew each time this signal sends true.
  ///   - other: Subscribed to anew each time this signal sends false.
  public func ifThenElse<Then: SignalProtocol, Else: SignalProtocol>(
    _ then: Then, else other: Else
  ) -> Signal<Then.Value, Failure>
  where Then.Failure == Failure, Else.Value == Then.Value, Else.Failure == Failure {
    let (then, other) = (then.signal, other.signal)
    return flatMap(.latest) { $0 ? then : other }
  }
}

extension SignalProtocol where Value: Hashable {
  /// Sends the values of the signal in `cases` that the latest value chooses. If `cases` has none for the value, sends
  /// the values of `default`.
  ///
  /// Keys are hashed with no lock held (promise R4).
  ///
  /// - Parameters:
  ///   - cases: The signal for each value. Subscribed to anew each time the value comes.
  ///   - other: The signal for all other values.
  public func switchTo<Output: Sendable>(
    _ cases: [Value: Signal<Output, Failure>], default other: Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    flatMap(.latest) { cases[$0] ?? other }
  }
}
