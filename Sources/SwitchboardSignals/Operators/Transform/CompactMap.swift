extension SignalProtocol {
  /// Transforms each value, and drops the results that are nil. Source: Combine compactMap.
  ///
  /// Cost: one call per value.
  @inlinable
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output?
  ) -> Signal<Output, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      attach(
        Sink(value: { if let output = transform($0) { sink.value(output) } }, terminal: sink.terminal), chain)
    })
  }
}
