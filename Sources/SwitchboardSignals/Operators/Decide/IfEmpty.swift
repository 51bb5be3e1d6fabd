extension SignalProtocol {
  /// Sends `value` if the signal completes without a value. Source: RxSwift ifEmpty(default:), Combine replaceEmpty.
  ///
  /// Cost: a state object, a branch and their closures per subscription; one store per value.
  @inlinable
  public func ifEmpty(default value: Value) -> Signal<Value, Failure> { ifEmpty(switchTo: Signal.just(value)) }

  /// Continues with `other` if the signal completes without a value. Source: RxSwift ifEmpty(switchTo:).
  @inlinable
  public func ifEmpty<Other: SignalProtocol>(switchTo other: Other) -> Signal<Value, Failure>
  where Other.Value == Value, Other.Failure == Failure {
    let source = signal
    let other = other.signal
    return Signal(attach: { sink, chain in
      let isEmpty = SerialState(true)
      source.do { _ in isEmpty.value = false }
        .concat(Signal.deferred { isEmpty.value ? other : .empty() }).attach(sink, chain)
    })
  }
}

// One of the signals cannot fail.
extension SignalProtocol {
  /// Continues with `other` if the signal completes without a value. See ``ifEmpty(switchTo:)``.
  @inlinable
  @_disfavoredOverload
  public func ifEmpty<Other: SignalProtocol>(
    switchTo other: Other
  ) -> Signal<Value, Failure> where Other.Value == Value, Other.Failure == Never {
    ifEmpty(switchTo: other.signal.promoted() as Signal<Other.Value, Failure>)
  }
}

extension SignalProtocol where Failure == Never {
  /// Continues with `other` if the signal completes without a value. See ``ifEmpty(switchTo:)``.
  @inlinable
  @_disfavoredOverload
  public func ifEmpty<Other: SignalProtocol>(
    switchTo other: Other
  ) -> Signal<Value, Other.Failure> where Other.Value == Value {
    setFailureType(to: Other.Failure.self).ifEmpty(switchTo: other)
  }
}
