extension SignalProtocol {
  /// Drops each value that is equivalent to the value sent before it, which means that `areEquivalent` returns true for
  /// the two values. Source: RACSignal distinctUntilChanged.
  ///
  /// The comparison runs with no lock held (promise R4). Cost: one comparison per value, one allocation per
  /// subscription.
  @inlinable
  public func distinctUntilChanged(
    by areEquivalent: @escaping @Sendable (Value, Value) -> Bool
  ) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let last = SerialState<Value?>(nil)
      attach(
        Sink(
          value: { value in
            if let previous = last.value, areEquivalent(previous, value) { return }
            last.value = value
            sink.value(value)
          }, terminal: sink.terminal), chain)
    })
  }
}

extension SignalProtocol where Value: Equatable {
  /// Drops each value that equals the value sent before it. See ``distinctUntilChanged(by:)``.
  @inlinable
  public func distinctUntilChanged() -> Signal<Value, Failure> { distinctUntilChanged(by: { $0 == $1 }) }
}
