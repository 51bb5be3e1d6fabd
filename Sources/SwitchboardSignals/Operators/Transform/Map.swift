extension SignalProtocol {
  /// Transforms each value. Source: RACSignal map.
  ///
  /// Cost: one call per value.
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output
  ) -> Signal<Output, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      attach(Sink(value: { sink.value(transform($0)) }, terminal: sink.terminal), chain)
    })
  }

  /// Sends `output` for each value. Source: RACSignal mapReplace.
  ///
  /// Cost: one copy per value.
  // Disfavoured, because a trailing closure could be an output too: `map { $0 + $1 }` is a transform.
  @inlinable
  @_disfavoredOverload
  public func map<Output: Sendable>(to output: Output) -> Signal<Output, Failure> { map { _ in output } }

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
