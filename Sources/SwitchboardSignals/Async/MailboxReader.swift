public import SwitchboardBroadcast
public import Synchronization

/// The task's side of a ``Mailbox``. Its deinit, which runs when the last copy of the iterator is released, ends the
/// subscription.
@usableFromInline
final class MailboxReader<Value: Sendable, Failure: Error>: @unchecked Sendable {
  // Sound: only the call that has set `isReading` touches `batch`.
  @usableFromInline typealias Box = Mailbox<Value, Failure>

  @usableFromInline let mailbox: Box
  /// The letters that one call of `refill()` has fetched together, so that the reader takes the lock once for all of
  /// them.
  @exclusivity(unchecked) @usableFromInline var batch: Box.Letters
  @usableFromInline let isReading = Atomic<Bool>(false)

  @inlinable
  init(_ mailbox: Box) {
    self.mailbox = mailbox
    batch = Box.Letters(limit: mailbox.buffering.limit)
  }

  deinit {
    mailbox.dispose()
    SignalProbe.left(readerOf: mailbox)
  }

  @inlinable @inline(__always)
  func begin() {
    require(
      !isReading.exchange(true, ordering: .acquiring),
      "next() was called while another call of next() waits; make a separate iterator in each task")
  }

  @inlinable @inline(__always)
  func end() { isReading.store(false, ordering: .releasing) }

  /// Returns the next letter or the end without waiting, or nil if there is neither yet. Ends the subscription when it
  /// returns the end.
  @inlinable @inline(__always)
  func fetch() -> Box.Delivery? {
    if let letter = batch.popFirst() { return .letter(letter) }
    return refill()
  }

  @inlinable @inline(never)
  func refill() -> Box.Delivery? {
    // Without this line the memory of a burst would stay allocated.
    if batch.capacity > 32 { batch = Box.Letters(limit: batch.limit) }
    let delivery = mailbox.fetch(into: &batch)
    if case .end = delivery { stop() }
    return delivery
  }

  /// Waits for the next letter or the end.
  ///
  /// The cancellation handler only wakes the reader, and the reader then ends the subscription. The cancellation
  /// handler must not dispose, because disposal runs user code, and the concurrency runtime holds a lock while it calls
  /// the cancellation handler.
  @inlinable
  func wait(isolation: isolated (any Actor)?) async -> Box.Delivery {
    let mailbox = mailbox
    let delivery = await withTaskCancellationHandler(
      operation: { await withUnsafeContinuation(isolation: isolation) { mailbox.resumeLater($0) } },
      onCancel: { mailbox.close(nil) },
      isolation: isolation)
    if case .end = delivery { stop() }
    SignalProbe.landed(for: mailbox)
    return delivery
  }

  /// Ends the subscription, and discards the values that have not been read.
  @inlinable
  func stop() {
    mailbox.close(nil)
    mailbox.dispose()
    mailbox.empty()
    batch = Box.Letters(limit: batch.limit)
  }
}
