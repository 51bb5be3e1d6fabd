public import SwitchboardBroadcast

/// What a subject can replay. It is the subject's first subscriber, so it has each value before anybody else, at the
/// moment at which the value's delivery begins: exactly when a value starts to count for replay (R6).
///
/// Sound: the buffer is touched only inside deliveries, which are serial, and after the end, when it does not change.
@usableFromInline
final class History<Value: Sendable>: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var values: RingBuffer<Value>
  /// How many values are kept. Here too, because it is asked for while a delivery may be changing the buffer.
  @usableFromInline let limit: Int

  @inlinable init(limit: Int) {
    self.limit = limit
    values = RingBuffer(limit: limit)
  }

  /// Subscribes to a subject that nobody has subscribed to.
  @inlinable
  func record(_ broadcaster: borrowing Broadcaster<Value, DenseStorage>) {
    if limit == 0 { return }
    broadcaster.addRecorder { value in self.append(value) }
    broadcaster.keepsValues(atMost: limit) { self.values.count }
  }

  @inlinable
  func append(_ value: Value) {
    let dropped = values.append(value)
    withExtendedLifetime(dropped) {}
  }

  /// Adds a subscriber that has been announced, and gives it what is kept.
  @inlinable
  func admit(
    _ subscriber: Subscriber<Value, DenseStorage>, _ broadcaster: borrowing Broadcaster<Value, DenseStorage>
  ) {
    if limit == 0 { return broadcaster.admit(subscriber) }
    broadcaster.admit(subscriber) { subscriber in
      self.values.forEach(while: { !subscriber.isDisposed }) { value in
        SignalProbe.delivered(to: subscriber)
        subscriber.deliver(value)
      }
    }
  }

  func census(of broadcaster: borrowing Broadcaster<Value, DenseStorage>) -> Census {
    var census = broadcaster.census
    if limit > 0, census.count > 0 { census.count -= 1 }
    return census
  }
}
