extension SignalProtocol {
  /// Sends only the values for which `isIncluded` returns true. Source: RACSignal filter.
  ///
  /// Cost: one call per value.
  @inlinable
  public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      attach(Sink(value: { if isIncluded($0) { sink.value($0) } }, terminal: sink.terminal), chain)
    })
  }
}
