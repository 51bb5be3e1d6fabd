public import SwitchboardBroadcast

/// The values that a replay subject or an execution can replay. The history is the first subscriber, so it records each
/// value before any other subscriber receives the value, at the moment when the delivery of the value begins. From this
/// moment the value counts for replay, so that every subscriber sees the same sequence (promise R6).
///
/// Sound: the buffer is touched only inside deliveries, which are serial, and after the end, when it does not change.
/// While an execution has no registry, its history is touched under the lock of the ``ExecutionChain`` instead.
@usableFromInline
final class History<Value: Sendable>: @unchecked Sendable {
  @safe @exclusivity(unchecked) @usableFromInline var values: RingBuffer<Value>
  /// The number of values to keep. Stored outside of the buffer too, because it is read while a delivery may be
  /// changing the buffer.
  @usableFromInline let limit: Int
  @usableFromInline let kept = Probe.Kept()

  @inlinable init(limit: Int) {
    self.limit = limit
    values = RingBuffer(limit: limit)
  }

  /// Subscribes to a subject's broadcaster that has no subscribers yet.
  @inlinable
  func record(_ broadcaster: borrowing Broadcaster<Value>) {
    if limit == 0 { return }
    broadcaster.addRecorder { value in self.append(value) }
    broadcaster.keepsValues(atMost: limit, as: kept) { self.values.count }
  }

  @inlinable
  func append(_ value: Value) {
    let pushedOut = values.append(value)
    Probe.holds(kept, values.count)
    keepAlive(pushedOut)
  }

  /// Adds an announced subscriber, and delivers the kept values to it.
  ///
  /// - Parameter recorder: The object whose deallocation ends the recording. It stays until the subscriber has joined,
  ///   because another thread may be about to record a value that was sent before.
  @inlinable
  func admit(
    _ subscriber: Subscriber<Value>, _ broadcaster: borrowing Broadcaster<Value>,
    recordedBy recorder: (any AnyObject & Sendable)? = nil
  ) {
    if limit == 0 { return broadcaster.admit(subscriber) }
    broadcaster.admit(subscriber) { node in
      // Sound: the node is that of `subscriber`.
      let subscriber = unsafe unsafeDowncast(node, to: Subscriber<Value>.self)
      self.values.forEach(while: { !subscriber.isDisposed }) { value in
        Probe.reached(subscriber)
        subscriber.deliver(value)
      }
      keepAlive(recorder)
    }
  }

  /// Returns the census of `broadcaster` without this history. Ends the subscriptions of deallocated owners first.
  func census(of broadcaster: borrowing Broadcaster<Value>) -> Census {
    let recorders = limit > 0 ? 1 : 0
    let census = broadcaster.sweptCensus(besides: recorders)
    return Census(count: max(0, census.count - recorders), capacity: census.capacity)
  }
}
