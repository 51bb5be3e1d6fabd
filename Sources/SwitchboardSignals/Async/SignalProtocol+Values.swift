extension SignalProtocol {
  /// The values as an asynchronous sequence that keeps every value until the reader reads it. See
  /// ``values(buffering:fileID:line:)``.
  ///
  /// Traces and leak reports show the line of this property instead of the caller's line, because a property cannot
  /// receive its caller's line. For the caller's line, call ``values(buffering:fileID:line:)``.
  ///
  /// ```swift
  /// for try await position in gps.values { show(position) }
  /// ```
  @inlinable public var values: SignalValues<Value, Failure> { values(buffering: .unbounded) }

  /// Returns the values as an asynchronous sequence whose error is the signal's error. Source: Combine values, RxSwift
  /// values.
  ///
  /// Each iterator has its own subscription, which `makeAsyncIterator()` makes. So a `for await` loop misses no value
  /// from its start. The subscription ends when the signal ends, when the signal's source is deallocated, when the
  /// iterator is released (`break` out of the loop), or when the reading task is cancelled. After a cancellation,
  /// `next` returns nil immediately, and the values that have not been read are dropped. After the terminal event,
  /// `next` returns the values that were kept, then throws the error or returns nil.
  ///
  /// There is no back pressure: a busy reader does not slow the signal down, and `buffering` says which values are kept
  /// for the busy reader. The body of a loop may send on the same subject. The loop reads that value in a later turn.
  ///
  /// Values arrive in the signal's order (promise R6), none of them twice. No thread waits. Cancelling a task runs no
  /// code of the signal: the subscription ends when the task runs next. If a signal sends endlessly inside `subscribe`,
  /// `makeAsyncIterator()` does not return.
  ///
  /// Cost: one lock per sent value, and one lock per call of `next`. With `.unbounded`, one lock in `next` fetches all
  /// waiting values. Only the buffer allocates, and it releases the memory of a burst. An iterator costs two
  /// allocations in addition to those of the subscription.
  ///
  /// - Parameter buffering: Which values are kept while no call of `next` waits.
  /// - Precondition: The number of values to keep is not negative.
  @inlinable
  public func values(
    buffering: ValuesBuffering = .unbounded, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> SignalValues<Value, Failure> {
    let signal = signal
    return SignalValues(signal, name: signal.name, buffering, fileID: fileID, line: line)
  }
}
