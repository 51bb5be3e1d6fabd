import SwitchboardBroadcast

extension SignalProtocol {
  /// Drops the first `count` values.
  ///
  /// Cost: one call per value, one allocation per subscription.
  ///
  /// - Parameter count: How many values to drop. With 0, all values are sent.
  /// - Precondition: `count` is not negative.
  public func skip(_ count: Int) -> Signal<Value, Failure> {
    require(count >= 0, "cannot skip a negative number of values; use 0 or more")
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let left = SerialState(count)
      sink.receive(from: attach, chain) {
        if left.value == 0 { return sink.value($0) }
        left.value -= 1
      }
    })
  }

  /// Drops values for as long as `isDropped` returns true. Sends the first value for which `isDropped` returns false,
  /// and all later values.
  ///
  /// Cost: one call per value until the first that is sent; one allocation per subscription.
  ///
  /// - Parameter isDropped: Called with each value until it returns false, and not again after that.
  public func skip(while isDropped: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let isOpen = SerialState(false)
      sink.receive(from: attach, chain) { value in
        if !isOpen.value {
          if isDropped(value) { return }
          isOpen.value = true
        }
        sink.value(value)
      }
    })
  }

  /// Drops values until `trigger` sends a value or completes, then sends the values that come after.
  ///
  /// Subscribes to the trigger first, and ends the subscription to the trigger when the trigger has fired. Ignores an
  /// error of the trigger, and an end of the trigger without a terminal event: no value is ever sent after that.
  ///
  /// Cost: one atomic load per value.
  ///
  /// - Parameter trigger: Its first value or its completion lets values pass. What its value is does not matter.
  public func skip<Trigger: SignalProtocol>(until trigger: Trigger) -> Signal<Value, Failure>
  where Trigger.Failure == Never { skipping(until: trigger.signal) }

  /// Like ``skip(until:)``, for a trigger that can fail.
  @_disfavoredOverload
  public func skip<Trigger: SignalProtocol>(until trigger: Trigger) -> Signal<Value, Failure> {
    skipping(until: trigger.signal)
  }

  func skipping<Fired, Failed: Error>(until trigger: Signal<Fired, Failed>) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attach: { sink, chain in
      let isOpen = Flag()
      // No `leave(chain)`, which captures the chain: with a source that never ends, the trigger would keep the chain
      // alive until it fires.
      let opening = chain.side()
      trigger.attach(
        Sink(
          value: { _ in
            isOpen.raise()
            _ = opening.finish()
          },
          terminal: { terminal in
            if case .completed = terminal { isOpen.raise() }
            _ = opening.finish()
          }), opening)
      if chain.isDisposed { return }
      sink.receive(from: source.attach, chain) { if isOpen.isRaised { sink.value($0) } }
    })
  }
}
