public import SwitchboardBroadcast

/// One source of `combineLatest` or `zip`, without the type of its values.
///
/// The type is hidden by closures, because the requirements of a protocol would not be specialised for it. The closures
/// are in a struct, because an array of bare closures would wrap each of them once more.
@frozen
@usableFromInline
struct PlacedSource<Input: Sendable, Failure: Error>: Sendable {
  /// What the operator does when an arrived value has its turn. The operator says what the result means.
  @usableFromInline let step: @Sendable () -> Bool
  /// Returns the source in a form that announces each arrived value by sending the given input to the observer.
  @usableFromInline let source: @Sendable (Observer<Input, Failure>, Input) -> JoinedSource<Failure>

  @inlinable
  init<Value>(
    _ signal: Signal<Value, Failure>, _ arrived: ArrivedValues<Value>, step: @escaping @Sendable () -> Bool = { true }
  ) {
    self.step = step
    source = { observer, input in
      JoinedSource(signal) { value in
        arrived.queue.withLock { $0.append(value) }
        observer.send(input)
      }
    }
  }
}

/// The values of one source that have arrived and wait for their turn.
///
/// A source sends on its own thread. It announces each value to an observer, which brings the announcements of all
/// sources into one order.
@usableFromInline
class ArrivedValues<Value: Sendable>: @unchecked Sendable {
  // Sound: the queue has a lock. The property that a subclass adds is constant.
  @usableFromInline final let queue = Lock(Queue<Value>())

  @inlinable init() {}

  /// Takes the oldest value. Call only if there is a value.
  @inlinable @inline(__always) final func next() -> Value { queue.withLock { $0.popFirst() }! }
}
