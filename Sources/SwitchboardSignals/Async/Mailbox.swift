public import SwitchboardBroadcast

/// The end of a chain whose values a task fetches. A mailbox keeps each value until the task fetches the value, or
/// hands the value directly to a task that already waits.
///
/// ```
/// Iterator ──▶ MailboxReader ──strong──▶ Mailbox ──strong──▶ upstream
///                                           ▲                   │
///                                           └──── captured by ──┘
/// ```
/// The cycle is cut when the chain ends. The deinit of ``MailboxReader`` ends the chain, so a task that ends also ends
/// its subscription. A waiting task holds the reader, and the mailbox holds the waiting task. Ending the chain wakes
/// the task.
///
/// No user code runs under the lock (promise R4): the mailbox resumes tasks and releases values only after it has
/// released the lock.
@usableFromInline
final class Mailbox<Value: Sendable, Failure: Error>: Chain, @unchecked Sendable {
  // Sound: the properties that `Mailbox` adds are constant or protected by a lock.

  /// A value in the mailbox, with its origin for traces.
  @usableFromInline
  struct Letter: Sendable {
    @usableFromInline let value: Value
    @usableFromInline let origin: EventOrigin
    @inlinable init(_ value: Value, _ origin: EventOrigin) { (self.value, self.origin) = (value, origin) }
  }

  /// The result of a fetch by the reader.
  @usableFromInline
  enum Delivery: Sendable {
    case letter(Letter)
    /// The end of the values, with the error if the signal failed.
    case end(Failure?)
  }

  @usableFromInline typealias Letters = RingBuffer<Letter>
  /// The continuation of a waiting task. An unsafe continuation does not check that it is resumed exactly once. The
  /// mailbox guarantees a single resume: a waiter is resumed either without being stored in the state, or by the one
  /// thread that takes the waiter out of the state under the lock.
  @usableFromInline typealias Waiter = UnsafeContinuation<Delivery, Never>

  @usableFromInline
  struct State {
    @usableFromInline var letters: Letters
    /// The waiting task. Non-nil only while there are no letters and the mailbox is open.
    @usableFromInline var waiter: Waiter?
    @usableFromInline var isClosed = false
    /// The error that the reader has not received yet.
    @usableFromInline var failure: Failure?
    @inlinable init(limit: Int) { letters = Letters(limit: limit) }
  }

  @usableFromInline let state: Lock<State>
  @usableFromInline let buffering: ValuesBuffering

  @inlinable
  init(_ buffering: ValuesBuffering) {
    self.buffering = buffering
    state = Lock(State(limit: buffering.limit))
    super.init()
  }

  /// Ends the chain because the source was deallocated or the subscription was disposed. Values that have already
  /// arrived stay available to the reader.
  @inlinable override func detach() { if finish() { close(nil) } }

  @inlinable
  func connect(to signal: Signal<Value, Failure>) {
    let start = SignalProbe.started(self)
    signal.attach(
      Sink(
        value: { value in
          if self.isDisposed { return }
          SignalProbe.delivered(to: self)
          self.put(value)
        },
        terminal: { terminal in
          SignalProbe.terminated(self, terminal)
          // `finish()` disposes upstream before the reader receives the end, as it does before a terminal handler runs.
          guard self.finish() else { return }
          switch terminal {
          case .error(let error): self.close(error)
          case .completed: self.close(nil)
          }
        }),
      self)
    SignalProbe.ended(start)
  }
}

extension Mailbox {
  @inlinable
  func put(_ value: Value) {
    var origin = noOrigin()
    origin = SignalProbe.hopped(site)
    let letter = Letter(value, origin)
    let (waiter, lost) = state.withLock { state -> (Waiter?, Letter?) in
      if state.isClosed { return (nil, nil) }
      if let waiter = state.waiter {
        state.waiter = nil
        return (waiter, nil)
      }
      if case .oldest(let limit) = buffering, state.letters.count == limit { return (nil, nil) }
      return (nil, state.letters.append(letter))
    }
    if let waiter { wake(waiter, with: .letter(letter)) }
    withExtendedLifetime(lost) {}
  }

  /// Closes the mailbox: no later value is accepted. Only the first call has an effect. Does not end the subscription,
  /// and runs no user code.
  @inlinable
  func close(_ failure: Failure?) {
    let (isFirst, waiter) = state.withLock { state -> (Bool, Waiter?) in
      if state.isClosed { return (false, nil) }
      state.isClosed = true
      defer { state.waiter = nil }
      if state.waiter == nil { state.failure = failure }
      return (true, state.waiter)
    }
    if !isFirst { return }
    SignalProbe.told(readerOf: self)
    if let waiter { wake(waiter, with: .end(failure)) }
  }

  /// Returns the next letter or the end, or nil if there is neither yet.
  ///
  /// - Parameter batch: An empty buffer of the reader. With `.unbounded` buffering the reader exchanges this buffer for
  ///   all waiting letters. With a limit the reader takes one letter at a time, because the number of letters in the
  ///   mailbox decides which values are dropped.
  @inlinable
  func fetch(into batch: inout Letters) -> Delivery? {
    state.withLock { state in
      if state.letters.count == 0 { return Self.end(&state) }
      if buffering != .unbounded { return state.letters.popFirst().map { .letter($0) } }
      swap(&state.letters, &batch)
      return batch.popFirst().map { .letter($0) }
    }
  }

  /// Resumes `waiter` with the next letter or with the end, immediately if there already is a letter or an end.
  @inlinable
  func resumeLater(_ waiter: Waiter) {
    let delivery = state.withLock { state -> Delivery? in
      if let letter = state.letters.popFirst() { return .letter(letter) }
      if let end = Self.end(&state) { return end }
      state.waiter = waiter
      return nil
    }
    if let delivery { wake(waiter, with: delivery) }
  }

  @inlinable
  func wake(_ waiter: Waiter, with delivery: Delivery) {
    SignalProbe.departed(for: self)
    waiter.resume(returning: delivery)
  }

  /// Discards the letters and the error that the reader has not fetched.
  @inlinable
  func empty() {
    let unread = state.withLock { state in
      let unread = (state.letters, state.failure)
      state.letters = Letters(limit: buffering.limit)
      state.failure = nil
      return unread
    }
    withExtendedLifetime(unread) {}
  }

  /// Returns the end, with the error only at the first call, or nil if the mailbox is open.
  @inlinable
  static func end(_ state: inout State) -> Delivery? {
    if !state.isClosed { return nil }
    defer { state.failure = nil }
    return .end(state.failure)
  }
}
