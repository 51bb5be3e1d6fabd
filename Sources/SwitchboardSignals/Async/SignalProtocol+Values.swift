extension SignalProtocol {
  /// The values as an asynchronous sequence that keeps every value until it is read. See ``values(buffering:fileID:line:)``,
  /// which traces and leak reports know by its caller's line; a property cannot be told that, so they show this one.
  ///
  /// ```swift
  /// for try await position in gps.values { show(position) }
  /// ```
  @inlinable public var values: SignalValues<Value, Failure> { values(buffering: .unbounded) }

  /// The values as an asynchronous sequence, whose error is the signal's. Source: Combine values, RxSwift values.
  ///
  /// Each iterator is a subscription of its own, made in `makeAsyncIterator()`: a `for await` loop misses nothing from where it
  /// begins. It ends when the signal does, when its source dies, when the iterator goes (`break` out of the loop), or when the
  /// task that reads is cancelled: then `next` returns nil at once, and what has not been read is dropped. Who has read the
  /// last value before the terminal event gets an error or nil next.
  ///
  /// There is no back pressure: the signal sends when it likes, and `buffering` says what is kept for a reader that is busy.
  /// The body of a loop may send on the same subject; it reads that value in a later turn.
  ///
  /// Values come in the signal's order (R6), each once. No thread waits. Cancelling a task runs nothing of the signal's: the
  /// subscription ends when the task runs next. Subscribing to a signal that sends endlessly inside `subscribe` does not return.
  ///
  /// Cost: one lock for a value that is sent, and one in `next`, if unbounded for all values that wait; no allocation but the
  /// buffer's, which gives a burst's memory back. Two allocations for an iterator, beyond those of the subscription.
  ///
  /// - Parameter buffering: What is kept while nobody waits for it.
  /// - Precondition: The number of values to keep is not negative.
  @inlinable
  public func values(
    buffering: ValuesBuffering = .unbounded, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> SignalValues<Value, Failure> {
    let signal = signal
    return SignalValues(signal, name: signal.name, buffering, fileID: fileID, line: line)
  }
}
