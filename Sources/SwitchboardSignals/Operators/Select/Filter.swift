public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends only the values for which `isIncluded` returns true. Source: RACSignal filter.
  ///
  /// Cost: one call per value.
  @inlinable
  public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(
      checksChain: true,
      attach: { sink, chain in
        sink.receive(from: attach, chain) { if isIncluded($0), !chain.isDisposed { sink.value($0) } }
      })
  }

  /// Drops all values, and passes on only the terminal event. Source: RACSignal ignoreValues.
  @inlinable
  public func ignoreValues() -> Signal<Never, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in sink.receive(from: attach, chain) { _ in } })
  }

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
      sink.receive(from: attach, chain) { value in
        if let previous = last.value, areEquivalent(previous, value) { return }
        last.value = value
        sink.value(value)
      }
    })
  }

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
      sink.receive(from: attach, chain) { if seen.value.insert(key($0)).inserted { sink.value($0) } }
    })
  }
}

extension SignalProtocol where Value: Equatable {
  /// Drops values that equal `value`. Source: RACSignal ignore.
  @inlinable
  public func ignore(_ value: Value) -> Signal<Value, Failure> { filter { $0 != value } }
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
      sink.receive(from: attach, chain) { value in
        let key = key(value)
        if last.value == key { return }
        last.value = key
        sink.value(value)
      }
    })
  }
}

extension SignalProtocol where Value: Equatable {
  /// Drops each value that equals the value sent before it. See `distinctUntilChanged(by:)`.
  @inlinable
  public func distinctUntilChanged() -> Signal<Value, Failure> { distinctUntilChanged(by: { $0 == $1 }) }
}

extension SignalProtocol where Value: Hashable {
  /// Drops each value that has come before. See ``distinct(by:)``.
  @inlinable
  public func distinct() -> Signal<Value, Failure> { distinct(by: { $0 }) }
}
