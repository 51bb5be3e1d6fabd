public import SwitchboardBroadcast

/// A signal of the values that have one key in common.
public struct KeyedSignal<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: SignalProtocol {
  /// What the values have in common.
  public let key: Key
  /// The values with this key. Hot: a subscriber misses the values that were sent before it subscribed.
  public let signal: Signal<Value, Failure>

  @inlinable
  init(key: Key, signal: Signal<Value, Failure>) { (self.key, self.signal) = (key, signal) }
}

extension SignalProtocol {
  /// Sends a signal for each key, before the first value with that key is sent.
  ///
  /// A subscriber that subscribes while the signal is handed over gets all values with the key. A later subscriber gets
  /// the values that come after its subscription. The groups end with the terminal event of the source, in the order in
  /// which they began. After the subscription is disposed, the groups send nothing more. Keys are hashed and compared
  /// with no lock held (promise R4).
  ///
  /// Cost: one look-up and one send through a subject per value; a subject per key, until the source ends.
  ///
  /// - Parameter key: Returns what the values of a group have in common. Called once with each value, on the sending
  ///   thread.
  @inlinable
  public func groupBy<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Value) -> Key
  ) -> Signal<KeyedSignal<Key, Value, Failure>, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      let groups = SerialState<[Key: PublishSubject<Value, Failure>]>([:])
      // The groups end in this order, never in hash order (promise R1).
      let inOrder = SerialState<[PublishSubject<Value, Failure>]>([])
      attach(
        Sink(
          value: { value in
            let key = key(value)
            if let group = groups.value[key] { return group.send(value) }
            let group = PublishSubject<Value, Failure>()
            group.broadcaster.identify(as: KeyedSignal<Key, Value, Failure>.self, for: chain)
            group.broadcaster.attributeSends(to: chain)
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
