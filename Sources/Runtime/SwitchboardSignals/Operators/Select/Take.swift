import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends the first `count` values, then completes and disposes the source. `take(0)` completes immediately, without
  /// subscribing to the source.
  ///
  /// Cost: one call per value, one allocation per subscription.
  ///
  /// - Parameter count: How many values to send. With 0, completes immediately.
  /// - Precondition: `count` is not negative.
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

  /// Sends values for as long as `isIncluded` returns true, then completes and disposes the source.
  ///
  /// Cost: one call per value.
  ///
  /// - Parameters:
  ///   - isIncluded: Called with each value until it returns false.
  ///   - inclusive: Whether the first value for which `isIncluded` returns false is also sent.
  public func take(
    while isIncluded: @escaping @Sendable (Value) -> Bool, inclusive: Bool = false
  ) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      attach(
        Sink(
          value: { value in
            if chain.isDisposed { return }
            if isIncluded(value) { return sink.value(value) }
            if inclusive { sink.value(value) }
            if !chain.isDisposed { sink.terminal(.completed) }
          },
          terminal: { if !chain.isDisposed { sink.terminal($0) } }), chain)
    })
  }

  /// Sends the last `count` values after the signal has completed. Passes an error on immediately, without sending
  /// these values.
  ///
  /// Cost: memory for `count` values, O(1) per value.
  ///
  /// - Parameter count: How many values to keep and send. With 0, only the terminal event is sent.
  /// - Precondition: `count` is not negative.
  public func take(last count: Int) -> Signal<Value, Failure> {
    require(count >= 0, "cannot take a negative number of values; use 0 or more")
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let last = KeptValues(Value.self)
      attach(
        Sink(
          value: { last.keep($0, most: count) },
          terminal: {
            sink.end($0, chain) { last.values.forEach(Value.self, while: { !chain.isDisposed }, sink.value) }
          }), chain)
    })
  }

  /// Sends the value at `index`, counted from 0, and completes. Completes without a value if the signal sends too few
  /// values.
  ///
  /// - Parameter index: The number of values before the one to send.
  /// - Precondition: `index` is not negative.
  public func element(at index: Int) -> Signal<Value, Failure> {
    require(index >= 0, "there is no value at a negative index; use 0 or more")
    return skip(index).take(1)
  }
}
