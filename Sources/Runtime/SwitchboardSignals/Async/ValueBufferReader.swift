public import SwitchboardBroadcast
public import Synchronization

/// The task's side of a ``ValueBuffer``. Its deinit, which runs when the last copy of the iterator is released, ends
/// the subscription.
@usableFromInline
final class ValueBufferReader<Value: Sendable, Failure: Error>: @unchecked Sendable {
  // Sound: only the call that has set `isReading` touches `batch`.
  @usableFromInline typealias Buffer = ValueBuffer<Value, Failure>

  @usableFromInline let buffer: Buffer
  /// The elements that one call of `refill()` has fetched together, so that the reader takes the lock once for all of
  /// them.
  @safe @exclusivity(unchecked) @usableFromInline var batch: Buffer.Elements
  @usableFromInline let isReading = Atomic<Bool>(false)

  @inlinable
  init(_ buffer: Buffer) {
    self.buffer = buffer
    batch = Buffer.Elements(limit: buffer.buffering.limit)
  }

  deinit {
    buffer.dispose()
    SignalProbe.countTasks(SignalProbe.check(of: buffer), -1)
  }

  @inlinable @inline(__always)
  func begin() {
    require(
      !isReading.exchange(true, ordering: .acquiring),
      "next() was called while another call of next() waits; make a separate iterator in each task")
  }

  @inlinable @inline(__always)
  func end() { isReading.store(false, ordering: .releasing) }

  /// Returns the next element or the end without waiting, or nil if there is neither yet. Ends the subscription when it
  /// returns the end.
  @inlinable @inline(__always)
  func fetch() -> Buffer.Delivery? {
    if let element = batch.popFirst() { return .element(element) }
    return refill()
  }

  @inlinable @inline(never)
  func refill() -> Buffer.Delivery? {
    // Without this line the memory of a burst would stay allocated.
    if batch.capacity > 32 { batch = Buffer.Elements(limit: batch.limit) }
    let delivery = buffer.fetch(into: &batch)
    if case .end = delivery { stop() }
    return delivery
  }

  /// Waits for the next element or the end.
  ///
  /// The cancellation handler only wakes the reader, and the reader then ends the subscription. The cancellation
  /// handler must not dispose, because disposal runs user code, and the concurrency runtime holds a lock while it calls
  /// the cancellation handler.
  @inlinable
  func wait(isolation: isolated (any Actor)?) async -> Buffer.Delivery {
    let buffer = buffer
    let delivery = await withTaskCancellationHandler(
      operation: { unsafe await withUnsafeContinuation(isolation: isolation) { unsafe buffer.resumeLater($0) } },
      onCancel: { buffer.close(nil) },
      isolation: isolation)
    if case .end = delivery { stop() }
    SignalProbe.hops(for: buffer, -1)
    return delivery
  }

  /// Ends the subscription, and discards the values that have not been read.
  @inlinable
  func stop() {
    buffer.close(nil)
    buffer.dispose()
    buffer.empty()
    batch = Buffer.Elements(limit: batch.limit)
  }
}
