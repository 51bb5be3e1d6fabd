public import SwitchboardBroadcast

extension SignalProtocol {
  /// Drops the first `count` values. Source: RACSignal skip.
  ///
  /// Cost: one call per value, one allocation per subscription.
  ///
  /// - Precondition: `count` is not negative.
  @inlinable
  public func skip(_ count: Int) -> Signal<Value, Failure> {
    require(count >= 0, "cannot skip a negative number of values; use 0 or more")
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let left = SerialState(count)
      attach(
        Sink(
          value: {
            if left.value == 0 { return sink.value($0) }
            left.value -= 1
          }, terminal: sink.terminal), chain)
    })
  }
}
