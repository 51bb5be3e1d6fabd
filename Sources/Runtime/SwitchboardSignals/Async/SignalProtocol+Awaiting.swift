public import SwitchboardBroadcast

// Cancelling the waiting task ends the subscription. The call then returns as if the signal had completed, because an
// error of the type `Failure` cannot express a cancellation. A caller that needs the difference reads
// `Task.isCancelled`.
extension SignalProtocol {
  /// Returns the first value, or nil if the signal completes without a value, its source is deallocated, or the task is
  /// cancelled.
  ///
  /// Subscribes on the calling thread, and disposes the subscription as soon as the value has arrived. No thread waits.
  /// If the signal sends nothing and never ends, the call waits until the task is cancelled. Source: RACSignal first,
  /// which blocks.
  ///
  /// Cost: that of ``values(buffering:fileID:line:)`` with one value.
  @inlinable
  public func first(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(Failure) -> Value? {
    let signal = signal
    let first = SignalValues(signal.take(1), name: signal.name, .oldest(1), fileID: fileID, line: line)
    var iterator = first.makeAsyncIterator()
    return try await iterator.next(isolation: isolation)
  }

  /// Returns the last value that arrives before the signal completes, its source is deallocated, or the task is
  /// cancelled. Returns nil if no value has arrived.
  ///
  /// If the signal never ends, the call waits until the task is cancelled. No thread waits. Source: ReactiveSwift last,
  /// which blocks.
  ///
  /// Cost: one lock per value.
  @inlinable
  public func last(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(Failure) -> Value? {
    let last = Lock<Value?>(nil)
    try await untilEnd(isolation, fileID, line) { last.exchange($0) }
    return last.withLock { $0 }
  }

  /// Returns all values, in order, that arrive before the signal completes, its source is deallocated, or the task is
  /// cancelled.
  ///
  /// If the signal fails, the call throws the error and discards the values. If the signal never ends, the call waits
  /// until the task is cancelled. No thread waits. Source: RACSignal toArray, which blocks. ``toArray()`` of this
  /// library is the operator.
  ///
  /// Cost: memory for all values; one lock per value. The task wakes once, at the end.
  @inlinable
  public func collect(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(Failure) -> [Value] {
    let values = CollectedValues<Value>()
    try await untilEnd(isolation, fileID, line) { value in values.array.withLock { $0.append(value) } }
    return values.array.withLock { $0 }
  }

  /// Returns when the signal completes, its source is deallocated, or the task is cancelled. Throws the signal's error.
  /// Discards the values.
  ///
  /// If the signal never ends, the call waits until the task is cancelled. No thread waits. Source: RACSignal
  /// waitUntilCompleted, which blocks.
  @inlinable
  public func wait(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(Failure) {
    try await untilEnd(isolation, fileID, line) { _ in }
  }

  /// Subscribes with `body`, and returns at the end of the signal. After a cancellation, one call of `body` may still
  /// be running, or about to run, when this function returns.
  @inlinable
  func untilEnd(
    _ isolation: isolated (any Actor)?, _ fileID: StaticString, _ line: UInt32,
    _ body: @escaping @Sendable (Value) -> Void
  ) async throws(Failure) {
    let signal = signal
    let silent = Signal<Never, Failure>(attach: { sink, chain in
      sink.receive(from: signal.attach, chain) { value in
        if chain.isDisposed { return }
        Probe.reached(chain)
        body(value)
      }
    })
    let end = SignalValues(silent, name: signal.name, .oldest(0), fileID: fileID, line: line)
    var iterator = end.makeAsyncIterator()
    _ = try await iterator.next(isolation: isolation)
  }
}

/// The values that handlers add and a task reads. After a cancellation, one late handler call may add a value while the
/// task reads.
@usableFromInline
final class CollectedValues<Value: Sendable>: Sendable {
  @usableFromInline let array = Lock<[Value]>([])
  @inlinable init() {}
}
