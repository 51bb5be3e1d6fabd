public import SwitchboardBroadcast

extension SignalProtocol {
  /// The values as an asynchronous sequence that keeps every value until the reader reads it. See
  /// ``values(buffering:fileID:line:)``.
  ///
  /// Traces and leak reports show `SignalProtocol.values` instead of the caller's line, because a property cannot learn
  /// that line. For the line, call ``values(buffering:fileID:line:)``: `gps.values()`.
  ///
  /// ```swift
  /// for try await position in gps.values { show(position) }
  /// ```
  @inlinable public var values: SignalValues<Value, Failure> {
    values(buffering: .unbounded, fileID: "SignalProtocol.values", line: 0)
  }

  /// Returns the values as an asynchronous sequence whose error is the signal's error.
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
  /// Source: Combine values, RxSwift values.
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

/// The values that ``SignalProtocol/values(buffering:fileID:line:)`` keeps while its reader is busy. A signal cannot
/// wait for its reader, so the sequence either keeps every value or drops some values.
@frozen
public enum ValuesBuffering: Sendable, Hashable {
  /// Every value. The memory for the values has no limit.
  case unbounded
  /// The newest values, up to the given number. A new value displaces the oldest value. With 0, only a reader that
  /// already waits gets a value.
  case newest(Int)
  /// The oldest values, up to the given number. A value that finds no room is dropped. With 0, only a reader that
  /// already waits gets a value.
  case oldest(Int)

  @inlinable var limit: Int {
    switch self {
    case .unbounded: .max
    case .newest(let count), .oldest(let count): count
    }
  }
}

/// A signal's values as an asynchronous sequence. See ``SignalProtocol/values(buffering:fileID:line:)``.
public struct SignalValues<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
  /// The type of the elements: that of the signal's values.
  public typealias Element = Value

  @usableFromInline let signal: Signal<Value, Failure>
  /// The name of the signal in traces and leak reports.
  @usableFromInline let name: String?
  @usableFromInline let buffering: ValuesBuffering
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt32

  @inlinable
  init(
    _ signal: Signal<Value, Failure>, name: String?, _ buffering: ValuesBuffering, fileID: StaticString, line: UInt32
  ) {
    require(buffering.limit >= 0, "values(buffering:) cannot keep a negative number of values; use 0 or more")
    (self.signal, self.name, self.buffering) = (signal, name, buffering)
    (self.fileID, self.line) = (fileID, line)
  }

  /// Subscribes on the calling thread before it returns. A value that arrives before the first `next` is kept, as far
  /// as `buffering` allows. Each iterator has its own subscription.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    let buffer = ValueBuffer<Value, Failure>(buffering)
    Probe.subscribed(buffer, name: name, fileID: fileID, line: line)
    Probe.formed(buffer, as: .reader)
    Probe.keeps(
      buffer, as: SignalValues.self, name: name, fileID: fileID, line: line, { [0: $0.unread(madeIn: $1)] })
    let reader = ValueBufferReader(buffer)
    buffer.connect(to: signal)
    return Iterator(reader)
  }

  /// An iterator over a signal's values. Copies of an iterator share one subscription, which ends when the last copy is
  /// released.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let reader: ValueBufferReader<Value, Failure>

    @inlinable init(_ reader: ValueBufferReader<Value, Failure>) { self.reader = reader }

    /// Returns the next value, or nil when the signal has completed, its source has been deallocated, or the task was
    /// cancelled. Throws the signal's error once, then returns nil.
    ///
    /// - Parameter actor: Where the call continues; a `for await` loop passes the actor that it runs on.
    /// - Precondition: No other call of this iterator's `next` is waiting. Only copies of one iterator on one actor can
    ///   violate this precondition.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Value? {
      reader.begin()
      defer { reader.end() }
      if Task.isCancelled {
        reader.stop()
        return nil
      }
      let delivery: ValueBuffer<Value, Failure>.Delivery
      if let ready = reader.fetch() { delivery = ready } else { delivery = await reader.wait(isolation: actor) }
      switch delivery {
      case .element(let element):
        // The arrival ends here, because a trace cannot know how long the task works with the value.
        Probe.ended(Probe.arrived(element.origin))
        return element.value
      case .end(let failure):
        if let failure { throw failure }
        return nil
      }
    }
  }
}
