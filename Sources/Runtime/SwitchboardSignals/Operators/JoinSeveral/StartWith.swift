import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends `values` to each subscriber, then subscribes to the source.
  ///
  /// - Parameter values: Sent in this order, inside `subscribe`. Without any, nothing is sent.
  public func startWith(_ values: Value...) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      for index in values.indices where !chain.isDisposed { sink.value(values[index]) }
      if !chain.isDisposed { attach(sink, chain) }
    })
  }

  /// Sends `values` when the signal completes, then completes. Passes an error on without sending `values`.
  ///
  /// Cost: nothing per value.
  ///
  /// - Parameter values: Sent in this order. Without any, nothing is sent.
  public func endWith(_ values: Value...) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      attach(
        Sink(
          value: sink.value,
          terminal: {
            sink.end($0, chain) { for index in values.indices where !chain.isDisposed { sink.value(values[index]) } }
          }),
        chain)
    })
  }
}
