public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends `values` to each subscriber, then subscribes to the source. Source: RACSignal startWith.
  @inlinable
  public func startWith(_ values: Value...) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      for value in values where !chain.isDisposed { sink.value(value) }
      if !chain.isDisposed { attach(sink, chain) }
    })
  }
}
