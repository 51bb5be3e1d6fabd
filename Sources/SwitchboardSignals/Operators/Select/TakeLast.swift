public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends the last `count` values after the signal has completed. Passes an error on immediately, without sending
  /// these values. Source: RACSignal takeLast, ReactiveSwift take(last:).
  ///
  /// Cost: memory for `count` values, O(1) per value.
  ///
  /// - Precondition: `count` is not negative.
  @inlinable
  public func take(last count: Int) -> Signal<Value, Failure> {
    require(count >= 0, "cannot take a negative number of values; use 0 or more")
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let last = SerialState(RingBuffer<Value>(limit: count))
      attach(
        Sink(
          value: { value in
            let dropped = last.value.append(value)
            withExtendedLifetime(dropped) {}
          },
          terminal: { sink.end($0, chain) { last.value.forEach(while: { !chain.isDisposed }, sink.value) } }), chain)
    })
  }
}
