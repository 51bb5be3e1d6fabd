public import SwitchboardBroadcast

// Cancelling the task that waits ends the subscription, and counts as if the signal had completed there: an error of the type
// `Failure` cannot say it. Whoever has to know asks `Task.isCancelled`.
extension SignalProtocol {
  /// The first value; nil if the signal completes without one, its source dies, or the task is cancelled.
  ///
  /// Subscribes, on the calling thread, and disposes as soon as the value has come. No thread waits. For a signal that sends
  /// nothing and never ends, of a task that nobody cancels, it waits for ever. Source: RACSignal first, which blocks.
  ///
  /// Cost: those of ``values(buffering:fileID:line:)`` with one value.
  @inlinable
  public func first(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(Failure) -> Value? {
    let signal = signal
    let first = SignalValues(signal.take(1), name: signal.name, .oldest(1), fileID: fileID, line: line)
    var iterator = first.makeAsyncIterator()
    return try await iterator.next(isolation: isolation)
  }

  /// The last value before the signal completes, its source dies, or the task is cancelled; nil if there was none.
  ///
  /// For a signal that never ends, of a task that nobody cancels, it waits for ever. No thread waits. Source: ReactiveSwift
  /// last, which blocks.
  ///
  /// Cost: per value one lock.
  @inlinable
  public func last(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(Failure) -> Value? {
    let last = Kept<Value?>(nil)
    try await untilEnd(isolation, fileID, line) { value in
      var exchanged: Value? = value
      last.value.withLock { swap(&exchanged, &$0) }
    }
    return last.value.withLock { $0 }
  }

  /// All values, in order, that come before the signal completes, its source dies, or the task is cancelled.
  ///
  /// An error is thrown without them. For a signal that never ends, of a task that nobody cancels, it waits for ever. No thread
  /// waits. Source: RACSignal toArray, which blocks; ``toArray()`` here is the operator.
  ///
  /// Cost: memory for all values; per value one lock. The task is woken once, at the end.
  @inlinable
  public func collect(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(Failure) -> [Value] {
    let values = Kept<[Value]>([])
    try await untilEnd(isolation, fileID, line) { value in values.value.withLock { $0.append(value) } }
    return values.value.withLock { $0 }
  }

  /// Returns when the signal completes, its source dies, or the task is cancelled; throws its error. Values are dropped.
  ///
  /// For a signal that never ends, of a task that nobody cancels, it waits for ever. No thread waits. Source: RACSignal
  /// waitUntilCompleted, which blocks.
  @inlinable
  public func wait(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(Failure) {
    try await untilEnd(isolation, fileID, line) { _ in }
  }

  /// Subscribes, and returns at the end. `body` may be running, or about to run, once more after the return, if the task was
  /// cancelled.
  @inlinable
  func untilEnd(
    _ isolation: isolated (any Actor)?, _ fileID: StaticString, _ line: UInt32,
    _ body: @escaping @Sendable (Value) -> Void
  ) async throws(Failure) {
    let signal = signal
    let silent = Signal<Never, Failure>(attach: { sink, chain in
      signal.attach(
        Sink(
          value: { value in
            if chain.isDisposed { return }
            SignalProbe.delivered(to: chain)
            body(value)
          },
          terminal: sink.terminal),
        chain)
    })
    let end = SignalValues(silent, name: signal.name, .oldest(0), fileID: fileID, line: line)
    var iterator = end.makeAsyncIterator()
    _ = try await iterator.next(isolation: isolation)
  }
}

/// What came, for a task that may read it while a late value is on its way.
@usableFromInline
final class Kept<Value: Sendable>: Sendable {
  @usableFromInline let value: Lock<Value>
  @inlinable init(_ value: Value) { self.value = Lock(value) }
}
