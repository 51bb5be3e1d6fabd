extension SignalProtocol {
  /// Drops all values, and passes on only the terminal event. Source: RACSignal ignoreValues.
  @inlinable
  public func ignoreValues() -> Signal<Never, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in attach(Sink(value: { _ in }, terminal: sink.terminal), chain) })
  }

  /// Drops all values, and continues with `next` after the signal has completed. Source: RACSignal then.
  @inlinable
  public func then<NextValue: Sendable>(_ next: Signal<NextValue, Failure>) -> Signal<NextValue, Failure> {
    compactMap { _ -> NextValue? in nil }.concat(next)
  }

  /// Drops all values, and continues with a subject, a property or another kind of signal. See ``then(_:)``.
  @inlinable
  @_disfavoredOverload
  public func then<Next: SignalProtocol>(_ next: Next) -> Signal<Next.Value, Failure> where Next.Failure == Failure {
    then(next.signal)
  }
}

extension SignalProtocol where Value: Equatable {
  /// Drops values that equal `value`. Source: RACSignal ignore.
  @inlinable
  public func ignore(_ value: Value) -> Signal<Value, Failure> { filter { $0 != value } }
}

// One of the signals cannot fail.
extension SignalProtocol {
  /// Drops all values, and continues with `other`. See ``then(_:)``.
  @inlinable
  @_disfavoredOverload
  public func then<Other: SignalProtocol>(
    _ other: Other
  ) -> Signal<Other.Value, Failure> where Other.Failure == Never {
    then(other.signal.promoted() as Signal<Other.Value, Failure>)
  }
}

extension SignalProtocol where Failure == Never {
  /// Drops all values, and continues with `other`. See ``then(_:)``.
  @inlinable
  @_disfavoredOverload
  public func then<Other: SignalProtocol>(
    _ other: Other
  ) -> Signal<Other.Value, Other.Failure> { setFailureType(to: Other.Failure.self).then(other) }
}
