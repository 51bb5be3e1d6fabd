public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends the first `count` values, then completes and disposes the source. `take(0)` completes immediately, without
  /// subscribing to the source. Source: RACSignal take.
  ///
  /// Cost: one call per value, one allocation per subscription.
  ///
  /// - Precondition: `count` is not negative.
  @inlinable
  public func take(_ count: Int) -> Signal<Value, Failure> {
    require(count >= 0, "cannot take a negative number of values; use 0 or more")
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      if count == 0 { return sink.terminal(.completed) }
      let left = SerialState(count)
      attach(
        Sink(
          value: {
            if left.value == 0 { return }
            left.value -= 1
            sink.value($0)
            if left.value == 0, !chain.isDisposed { sink.terminal(.completed) }
          },
          terminal: { if left.value > 0 { sink.terminal($0) } }),
        chain)
    })
  }
}
