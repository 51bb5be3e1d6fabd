public import SwitchboardBroadcast

/// The values that a replay subject or an execution can replay. The history is the first subscriber, so it records each
/// value before any other subscriber receives the value, at the moment when the delivery of the value begins. From this
/// moment the value counts for replay, so that every subscriber sees the same sequence (promise R6).
///
/// A history does not know the type of its values, so its code is compiled once: each call brings the type.
///
/// Sound: the values are touched only inside deliveries, which are serial, and after the end, when they do not change.
/// While an execution has no registry, its history is touched under the lock of the ``ExecutionChain`` instead.
@usableFromInline
final class History: KeptValues, @unchecked Sendable {
  /// The number of values to keep.
  let limit: Int
  private let kept = Probe.Kept()

  @usableFromInline
  init(limit: Int, of type: any Sendable.Type) {
    self.limit = limit
    super.init(type)
  }

  /// Subscribes to a subject's broadcaster that has no subscribers yet.
  @usableFromInline
  func record<Value>(_ broadcaster: borrowing Broadcaster<Value>) {
    if limit == 0 { return }
    broadcaster.addRecorder { self.append($0) }
    broadcaster.keepsValues(atMost: limit, as: kept) { self.values.count }
  }

  /// Makes a subscription that records for as long as it lasts. Returns nil if nothing is replayed.
  func recorder<Value>(of broadcaster: borrowing Broadcaster<Value>) -> SubscriptionNode? {
    if limit == 0 { return nil }
    let recorder = Subscriber<Value>(broadcaster.registry, waitable: false) { self.append($0) }
    broadcaster.admit(recorder)
    broadcaster.keepsValues(atMost: limit, as: kept) { [weak self] in self?.values.count ?? 0 }
    return recorder
  }

  private func append<Value: Sendable>(_ value: Value) {
    keep(value, most: limit)
    Probe.holds(kept, values.count)
  }

  /// Keeps `value`. Moves the oldest value to `memory` if there is no room. Returns whether it did.
  func append<Value: Sendable>(_ value: Value, evictingTo memory: UnsafeMutablePointer<Value>) -> Bool {
    let isFull = values.count == limit
    if isFull { unsafe values.moveFirst(Value.self, to: UnsafeMutableRawPointer(memory)) }
    values.append(value, most: limit)
    Probe.holds(kept, values.count)
    return isFull
  }

  /// Adds an announced subscriber, and delivers the kept values to it.
  ///
  /// - Parameter recorder: The object whose deallocation ends the recording. It stays until the subscriber has joined,
  ///   because another thread may be about to record a value that was sent before.
  @usableFromInline
  func admit<Value>(
    _ subscriber: Subscriber<Value>, _ broadcaster: borrowing Broadcaster<Value>,
    recordedBy recorder: (any AnyObject & Sendable)? = nil
  ) {
    if limit == 0 { return broadcaster.admit(subscriber) }
    broadcaster.admit(subscriber) { node in
      // Sound: the node is that of `subscriber`.
      let subscriber = unsafe unsafeDowncast(node, to: Subscriber<Value>.self)
      self.values.forEach(Value.self, while: { !subscriber.isDisposed }) { value in
        Probe.reached(subscriber)
        subscriber.deliver(value)
      }
      keepAlive(recorder)
    }
  }

  /// Returns the census of `broadcaster` without this history. Ends the subscriptions of deallocated owners first.
  func census<Value>(of broadcaster: borrowing Broadcaster<Value>) -> Census {
    let recorders = limit > 0 ? 1 : 0
    let census = broadcaster.sweptCensus(besides: recorders)
    return Census(count: max(0, census.count - recorders), capacity: census.capacity)
  }
}
