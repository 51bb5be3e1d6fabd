public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends only the values for which `isIncluded` returns true.
  ///
  /// Cost: one call per value.
  ///
  /// - Parameter isIncluded: Returns whether to send a value. Called once with each value, on the sending thread.
  @inlinable
  public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(
      checksChain: true,
      attach: { sink, chain in
        sink.receive(from: attach, chain) { if isIncluded($0), !chain.isDisposed { sink.value($0) } }
      })
  }

  /// Drops all values, and passes on only the terminal event.
  public func ignoreValues() -> Signal<Never, Failure> { withoutValues() }

  func withoutValues<Output: Sendable>() -> Signal<Output, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in sink.receive(from: attach, chain) { _ in } })
  }

  /// Drops each value that is equivalent to the value sent before it. Values are equivalent if `areEquivalent` returns
  /// true for them.
  ///
  /// The comparison runs with no lock held (promise R4). Cost: one comparison per value, one allocation per
  /// subscription.
  ///
  /// - Parameter areEquivalent: Called with the value sent last and a new value.
  public func distinctUntilChanged(
    by areEquivalent: @escaping @Sendable (Value, Value) -> Bool
  ) -> Signal<Value, Failure> { distinctUntilChanged({ $0 }, areEquivalent) }

  /// Drops each value whose key is equivalent to the key of the value sent before it. `key` returns the key of a value.
  func distinctUntilChanged<Key: Sendable>(
    _ key: @escaping @Sendable (Value) -> Key, _ areEquivalent: @escaping @Sendable (Key, Key) -> Bool
  ) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let last = KeptValues(Key.self)
      sink.receive(from: attach, chain) { value in
        let key = key(value)
        if !last.isEmpty, last.values.withFirst(Key.self, { areEquivalent($0, key) }) { return }
        last.keepOnly(key)
        sink.value(value)
      }
    })
  }

  /// Drops each value whose key has come before.
  ///
  /// Keys are hashed and compared with no lock held (promise R4). Cost: memory for all keys that have come; one look-up
  /// per value, and a second one for a new key.
  ///
  /// - Parameter key: Returns what two values have in common if the later is to be dropped. Called once with each
  ///   value.
  public func distinct<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Value) -> Key
  ) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let seen = SerialState<Set<Key>>([])
      sink.receive(from: attach, chain) {
        let key = key($0)
        // `insert` returns a tuple, whose metadata generic code looks up each time.
        if seen.value.contains(key) { return }
        seen.value.insert(key)
        sink.value($0)
      }
    })
  }
}

extension SignalProtocol where Value: Equatable {
  /// Drops values that equal `value`.
  ///
  /// - Parameter value: The value to drop, compared with `==`.
  @inlinable
  public func ignore(_ value: Value) -> Signal<Value, Failure> { filter { $0 != value } }
}

extension SignalProtocol {
  /// Drops each value whose key equals the key of the value sent before it. Example:
  /// `people.distinctUntilChanged(by: \.id)`.
  ///
  /// `key` and the comparison run with no lock held (promise R4). Cost: one key and one comparison per value, one
  /// allocation per subscription.
  ///
  /// - Parameter key: Returns what is compared, such as `\.id`. Called once with each value.
  public func distinctUntilChanged<Key: Equatable & Sendable>(
    by key: @escaping @Sendable (Value) -> Key
  ) -> Signal<Value, Failure> { distinctUntilChanged(key, ==) }
}

extension SignalProtocol where Value: Equatable {
  /// Drops each value that equals the value sent before it. See `distinctUntilChanged(by:)`.
  public func distinctUntilChanged() -> Signal<Value, Failure> { distinctUntilChanged(by: ==) }
}

extension SignalProtocol where Value: Hashable {
  /// Drops each value that has come before. See ``distinct(by:)``.
  public func distinct() -> Signal<Value, Failure> { distinct(by: { $0 }) }
}
