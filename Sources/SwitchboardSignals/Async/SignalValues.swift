public import SwitchboardBroadcast

/// A signal's values as an asynchronous sequence. See ``SignalProtocol/values(buffering:fileID:line:)``.
public struct SignalValues<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
  public typealias Element = Value

  @usableFromInline let signal: Signal<Value, Failure>
  /// What traces and leak reports call the signal.
  @usableFromInline let name: String?
  @usableFromInline let buffering: ValuesBuffering
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt32

  @inlinable
  init(
    _ signal: Signal<Value, Failure>, name: String?, _ buffering: ValuesBuffering, fileID: StaticString, line: UInt32
  ) {
    require(buffering.limit >= 0, "values(buffering:) cannot keep a negative number of values")
    (self.signal, self.name, self.buffering) = (signal, name, buffering)
    (self.fileID, self.line) = (fileID, line)
  }

  /// Subscribes, on the calling thread, before it returns: a value that comes between this and the first `next` is kept. Each
  /// iterator is a subscription of its own.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    let mailbox = Mailbox<Value, Failure>(buffering)
    SignalProbe.subscribed(mailbox, name: name, fileID: fileID, line: line)
    let reader = MailboxReader(mailbox)
    mailbox.connect(to: signal)
    return Iterator(reader)
  }

  /// Copies of an iterator share its subscription, which ends with the last of them.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let reader: MailboxReader<Value, Failure>

    @inlinable init(_ reader: MailboxReader<Value, Failure>) { self.reader = reader }

    /// The next value; nil when the signal has completed, its source has died, or the task was cancelled. Throws the signal's
    /// error once, then returns nil.
    ///
    /// - Precondition: No other call of this iterator's `next` is waiting: only copies of it on one actor can bring that
    ///   about.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Value? {
      reader.begin()
      defer { reader.end() }
      if Task.isCancelled {
        reader.stop()
        return nil
      }
      let delivery: Mailbox<Value, Failure>.Delivery
      if let ready = reader.fetch() { delivery = ready } else { delivery = await reader.wait(isolation: actor) }
      switch delivery {
      case .letter(let letter):
        SignalProbe.fetched(letter.origin)
        return letter.value
      case .end(let failure):
        if let failure { throw failure }
        return nil
      }
    }
  }
}
