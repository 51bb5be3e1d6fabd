extension SignalProtocol {
  /// Sends each value together with the one before it; nothing for the first. Source: RACSignal
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

  /// Sends each value together with the one before it, the first with `initial`. See ``pairwise()``.
  @inlinable
  public func combinePrevious(_ initial: Value) -> Signal<(previous: Value, current: Value), Failure> {
    startWith(initial).pairwise()
  }
}
