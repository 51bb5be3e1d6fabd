public import SwitchboardBroadcast

/// A signal of the values that have one key in common.
public struct KeyedSignal<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: SignalProtocol {
  public let key: Key
  public let signal: Signal<Value, Failure>

  @inlinable
  init(key: Key, signal: Signal<Value, Failure>) { (self.key, self.signal) = (key, signal) }
}

extension SignalProtocol {
  /// Sends a signal for each key that values have, before the first value with that key.
  ///
  /// Who subscribes to it while it is handed over gets all values with its key, who comes later those that come from then on.
  /// The groups end as the source does, in the order in which they began. If the subscription is disposed they send nothing
  /// more. Keys are hashed and compared with no lock held (R4). Source: RACSignal groupBy, which keeps all values for who comes
  /// later.
  ///
  /// Cost: one look-up and one send through a subject per value; a subject per key, until the source ends.
  @inlinable
  public func groupBy<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Value) -> Key
  ) -> Signal<KeyedSignal<Key, Value, Failure>, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let groups = SerialState<[Key: PublishSubject<Value, Failure>]>([:])
      // Never hash order (R1).
      let inOrder = SerialState<[PublishSubject<Value, Failure>]>([])
      attach(
        Sink(
          value: { value in
            let key = key(value)
            if let group = groups.value[key] { return group.send(value) }
            let group = PublishSubject<Value, Failure>()
            groups.value[key] = group
            inOrder.value.append(group)
            sink.value(KeyedSignal(key: key, signal: group.signal))
            if !chain.isDisposed { group.send(value) }
          },
          terminal: { terminal in
            for group in inOrder.value { group.send(terminal) }
            if !chain.isDisposed { sink.terminal(terminal) }
          }), chain)
    })
  }
}
