public import SwitchboardBroadcast

/// A signal of the values that have one key in common.
public struct KeyedSignal<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: SignalProtocol {
  public let key: Key
  public let signal: Signal<Value, Failure>

  @inlinable
  init(key: Key, signal: Signal<Value, Failure>) { (self.key, self.signal) = (key, signal) }
}

extension SignalProtocol {
  /// Sends a signal for each key that values have; each replays and sends what has its key, in order. Source: RACSignal
  /// groupBy.
  ///
  /// The groups end as the source does. If the subscription is disposed they send nothing more. Keys are hashed and compared with no
  /// lock held (R4). Cost: one look-up per value, a subject per key, which keeps all the key's values for those who subscribe
  /// later.
  @inlinable
  public func groupBy<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Value) -> Key
  ) -> Signal<KeyedSignal<Key, Value, Failure>, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let groups = SerialState<[Key: ReplaySubject<Value, Failure>]>([:])
      // Never hash order (R1).
      let inOrder = SerialState<[ReplaySubject<Value, Failure>]>([])
      attach(
        Sink(
          value: { value in
            let key = key(value)
            if let group = groups.value[key] { return group.send(value) }
            let group = ReplaySubject<Value, Failure>(capacity: .unlimited)
            groups.value[key] = group
            inOrder.value.append(group)
            group.send(value)
            sink.value(KeyedSignal(key: key, signal: group.signal))
          },
          terminal: { terminal in
            for group in inOrder.value { group.send(terminal) }
            if !chain.isDisposed { sink.terminal(terminal) }
          }), chain)
    })
  }
}
