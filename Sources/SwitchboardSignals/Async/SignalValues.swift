public import SwitchboardBroadcast

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
    SignalProbe.subscribed(buffer, name: name, fileID: fileID, line: line)
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
        SignalProbe.fetched(element.origin)
        return element.value
      case .end(let failure):
        if let failure { throw failure }
        return nil
      }
    }
  }
}
