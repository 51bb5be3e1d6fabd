public import SwitchboardBroadcast
public import Synchronization

/// The task's side of a ``Mailbox``. It goes with the iterator, and ends the subscription.
@usableFromInline
final class MailboxReader<Value: Sendable, Failure: Error>: @unchecked Sendable {
  // Sound: `batch` is touched only by whoever has set `isReading`.
  @usableFromInline typealias Box = Mailbox<Value, Failure>

  @usableFromInline let mailbox: Box
  /// Letters that have been fetched in one go: the lock is taken once for all that came meanwhile.
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
      "next() was called while another call of it waits; let each task make an iterator of its own")
  }

  @inlinable @inline(__always)
  func end() { isReading.store(false, ordering: .releasing) }

  /// What there is without waiting. With the end the subscription is over.
  @inlinable @inline(__always)
  func fetch() -> Box.Delivery? {
    if let letter = batch.popFirst() { return .letter(letter) }
    return refill()
  }

  @inlinable @inline(never)
  func refill() -> Box.Delivery? {
    // A burst's memory is not kept.
    if batch.capacity > 32 { batch = Box.Letters(limit: batch.limit) }
    let delivery = mailbox.fetch(into: &batch)
    if case .end = delivery { stop() }
    return delivery
  }

  /// Whoever cancels only wakes the reader, which then ends the subscription: disposal runs code of the user's, and the runtime
  /// calls a cancellation handler with a lock held.
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

  /// Ends the subscription, and throws away what has not been read.
  @inlinable
  func stop() {
    mailbox.close(nil)
    mailbox.dispose()
    mailbox.empty()
    batch = Box.Letters(limit: batch.limit)
  }
}
