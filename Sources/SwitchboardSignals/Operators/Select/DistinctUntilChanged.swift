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

extension SignalProtocol {
  /// Drops each value whose key equals the key of the value sent before it: `people.distinctUntilChanged(by: \.id)`.
  /// Source: RxSwift distinctUntilChanged(_:).
  ///
  /// `key` and the comparison run with no lock held (promise R4). Cost: one key and one comparison per value, one
  /// allocation per subscription.
  @inlinable
  public func distinctUntilChanged<Key: Equatable & Sendable>(
    by key: @escaping @Sendable (Value) -> Key
  ) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let last = SerialState<Key?>(nil)
      attach(
        Sink(
          value: { value in
            let key = key(value)
            if last.value == key { return }
            last.value = key
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
