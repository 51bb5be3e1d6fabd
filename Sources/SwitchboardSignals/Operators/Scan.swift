extension SignalProtocol {
  /// Sends the running result of combining each value with the result so far. The initial result is not sent.
  /// Source: RACSignal scanWithStart.
  ///
  /// Cost: one call per value, one allocation per subscription.
  @inlinable
  public func scan<Result: Sendable>(
    _ initial: Result, _ next: @escaping @Sendable (Result, Value) -> Result
  ) -> Signal<Result, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let state = SerialState(initial)
      attach(
        Sink(
          value: {
            let result = next(state.value, $0)
            state.value = result
            sink.value(result)
          }, terminal: sink.terminal), chain)
    })
  }
}
