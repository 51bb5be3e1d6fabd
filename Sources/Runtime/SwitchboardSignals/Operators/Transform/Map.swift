public import SwitchboardBroadcast

extension SignalProtocol {
  /// Transforms each value.
  ///
  /// Cost: one call per value.
  ///
  /// - Parameter transform: Returns what to send for a value. Called once with each value, on the sending thread.
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output
  ) -> Signal<Output, Failure> {
    let attach = signal.attach
    return Signal(
      checksChain: true,
      attach: { sink, chain in
        sink.receive(from: attach, chain) {
          let output = transform($0)
          if !chain.isDisposed { sink.value(output) }
        }
      })
  }

  /// Sends `output` for each value.
  ///
  /// Cost: one copy per value.
  ///
  /// - Parameter output: The value to send each time.
  // Not `map(to:)`: a trailing closure has no label, so the compiler would try `map { $0.name }` as an output too, and
  // would answer a mistake in the closure with a message about its type.
  @inlinable
  public func mapTo<Output: Sendable>(_ output: Output) -> Signal<Output, Failure> { map { _ in output } }

  /// Transforms each value, and drops the results that are nil.
  ///
  /// Cost: one call per value.
  ///
  /// - Parameter transform: Returns what to send for a value, or nil to send nothing. Called once with each value, on
  ///   the sending thread.
  @inlinable
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output?
  ) -> Signal<Output, Failure> {
    let attach = signal.attach
    return Signal(
      checksChain: true,
      attach: { sink, chain in
        sink.receive(from: attach, chain) {
          if let output = transform($0), !chain.isDisposed { sink.value(output) }
        }
      })
  }
}
