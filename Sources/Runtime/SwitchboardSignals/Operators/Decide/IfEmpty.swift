extension SignalProtocol {
  /// Sends `value` if the signal completes without a value.
  ///
  /// Cost: a state object, a branch and their closures per subscription; one store per value.
  ///
  /// - Parameter value: Sent before completion, once for each subscription that got no value. An error is passed on
  ///   without it.
  public func ifEmpty(default value: Value) -> Signal<Value, Failure> { ifEmpty(switchTo: Signal.just(value)) }

  /// Continues with `other` if the signal completes without a value.
  ///
  /// - Parameter other: Subscribed to only if this signal completes without a value.
  public func ifEmpty<Other: SignalProtocol>(switchTo other: Other) -> Signal<Value, Failure>
  where Other.Value == Value, Other.Failure == Failure {
    let (source, other) = (signal, other.untyped)
    return Signal { _, sink, chain in
      let isEmpty = SerialState(true)
      let succession = Succession<Value>()
      let branch = chain.branch()
      source.attach(
        Sink(
          value: {
            isEmpty.value = false
            sink.value($0)
          },
          terminal: { terminal in
            branch.leave(chain)
            if terminal.isError || !isEmpty.value { return sink.terminal(terminal) }
            if succession.ends(with: other) { other.attachInTurn(sink, chain) }
          }), branch)
      return succession.returns()
    }
  }
}

// One of the signals cannot fail.
extension SignalProtocol {
  /// Continues with `other` if the signal completes without a value. See ``ifEmpty(switchTo:)``.
  @_disfavoredOverload
  public func ifEmpty<Other: SignalProtocol>(
    switchTo other: Other
  ) -> Signal<Value, Failure> where Other.Value == Value, Other.Failure == Never {
    ifEmpty(switchTo: other.signal.promoted() as Signal<Other.Value, Failure>)
  }
}

extension SignalProtocol where Failure == Never {
  /// Continues with `other` if the signal completes without a value. See ``ifEmpty(switchTo:)``.
  @_disfavoredOverload
  public func ifEmpty<Other: SignalProtocol>(
    switchTo other: Other
  ) -> Signal<Value, Other.Failure> where Other.Value == Value {
    setFailureType(to: Other.Failure.self).ifEmpty(switchTo: other)
  }
}
