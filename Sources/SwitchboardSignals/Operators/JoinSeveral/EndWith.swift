public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends `values` when the signal completes, then completes. Passes an error on without sending `values`. Source:
  /// RxSwift endWith, Combine append.
  ///
  /// Cost: nothing per value.
  @inlinable
  public func endWith(_ values: Value...) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      attach(
        Sink(
          value: sink.value,
          terminal: { sink.end($0, chain) { for value in values where !chain.isDisposed { sink.value(value) } } }),
        chain)
    })
  }
}
