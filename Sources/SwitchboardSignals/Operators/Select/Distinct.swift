extension SignalProtocol {
  /// Drops each value whose key has come before. Source: ReactiveSwift uniqueValues.
  ///
  /// Keys are hashed and compared with no lock held (promise R4). Cost: memory for all keys that have come, one look-up
  /// per value.
  @inlinable
  public func distinct<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Value) -> Key
  ) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let seen = SerialState<Set<Key>>([])
      attach(
        Sink(value: { if seen.value.insert(key($0)).inserted { sink.value($0) } }, terminal: sink.terminal), chain)
    })
  }
}

extension SignalProtocol where Value: Hashable {
  /// Drops each value that has come before. See ``distinct(by:)``.
  @inlinable
  public func distinct() -> Signal<Value, Failure> { distinct(by: { $0 }) }
}
