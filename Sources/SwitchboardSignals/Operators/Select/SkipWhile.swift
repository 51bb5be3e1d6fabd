extension SignalProtocol {
  /// Drops values for as long as `isDropped` returns true. Sends the first value for which `isDropped` returns false,
  /// and all later values. Source: RACSignal skipWhileBlock.
  ///
  /// Cost: one call per value until the first that is sent; one allocation per subscription.
  @inlinable
  public func skip(while isDropped: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let isOpen = SerialState(false)
      attach(
        Sink(
          value: { value in
            if !isOpen.value {
              if isDropped(value) { return }
              isOpen.value = true
            }
            sink.value(value)
          }, terminal: sink.terminal), chain)
    })
  }
}
