public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends values for as long as `isIncluded` returns true, then completes and disposes the source. Source: RACSignal
  /// takeWhileBlock, RxSwift take(while:).
  ///
  /// Cost: one call per value, one allocation per subscription.
  ///
  /// - Parameters:
  ///   - isIncluded: Called with each value until it returns false.
  ///   - inclusive: Whether the first value for which `isIncluded` returns false is also sent.
  @inlinable
  public func take(
    while isIncluded: @escaping @Sendable (Value) -> Bool, inclusive: Bool = false
  ) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let hasEnded = SerialState(false)
      attach(
        Sink(
          value: { value in
            if hasEnded.value { return }
            if isIncluded(value) { return sink.value(value) }
            hasEnded.value = true
            if inclusive { sink.value(value) }
            if !chain.isDisposed { sink.terminal(.completed) }
          },
          terminal: { if !hasEnded.value { sink.terminal($0) } }), chain)
    })
  }
}
