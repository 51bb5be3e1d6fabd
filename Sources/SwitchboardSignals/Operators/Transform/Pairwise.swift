extension SignalProtocol {
  /// Sends each value together with the previous value. Sends nothing for the first value. Source: RACSignal
  /// combinePreviousWithStart:reduce:.
  ///
  /// Cost: one call per value, one allocation per subscription.
  @inlinable
  public func pairwise() -> Signal<(previous: Value, current: Value), Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let last = SerialState<Value?>(nil)
      attach(
        Sink(
          value: { value in
            let previous = last.value
            last.value = value
            if let previous { sink.value((previous, value)) }
          }, terminal: sink.terminal), chain)
    })
  }

  /// Sends each value together with the previous value, and the first value together with `initial`. See
  /// ``pairwise()``.
  @inlinable
  public func combinePrevious(_ initial: Value) -> Signal<(previous: Value, current: Value), Failure> {
    startWith(initial).pairwise()
  }
}
