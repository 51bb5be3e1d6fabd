public import SwitchboardBroadcast

/// The end of a chain whose values are fetched by a task: it keeps them until they are, or hands them to the task that waits.
///
/// ```
/// Iterator ──▶ MailboxReader ──strong──▶ Mailbox ──strong──▶ upstream
///                                           ▲                   │
///                                           └──── captured by ──┘
/// ```
/// The cycle is cut when the chain ends. The reader's deinit ends it, so a task that goes takes its subscription with it. A
/// task that waits holds the reader, and is held by the mailbox: whoever ends the chain wakes it.
///
/// Nothing is resumed, and nothing of the user's released, under the lock (R4).
@usableFromInline
final class Mailbox<Value: Sendable, Failure: Error>: Chain, @unchecked Sendable {
  // Sound: what it adds is constant, or under a lock.

  /// A value on its way.
  @usableFromInline
  struct Letter: Sendable {
    @usableFromInline let value: Value
    @usableFromInline let origin: EventOrigin
    @inlinable init(_ value: Value, _ origin: EventOrigin) { (self.value, self.origin) = (value, origin) }
  }

  /// What a reader gets.
  @usableFromInline
  enum Delivery: Sendable {
    case letter(Letter)
    /// There is no more, after an error if there is one.
    case end(Failure?)
  }

  @usableFromInline typealias Letters = RingBuffer<Letter>
  /// Unsafe means that nobody checks that it is resumed once. It is: who takes it out of the state, under the lock, does it.
  @usableFromInline typealias Waiter = UnsafeContinuation<Delivery, Never>

  @usableFromInline
  struct State {
    @usableFromInline var letters: Letters
    /// There is one only while there are no letters and no end.
    @usableFromInline var waiter: Waiter?
    @usableFromInline var isClosed = false
    /// What the reader has not been told yet.
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

  /// The source died, or somebody disposed. What has come is kept for the reader.
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
          // Upstream goes before the reader hears of the end, as before a handler does.
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

  /// Nothing more will come. Of several calls the first counts. Ends no subscription, and runs nothing of the user's.
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

  /// What there is for a reader; nil: nothing yet.
  ///
  /// - Parameter batch: An empty buffer of the reader's, for which it gets all letters at once if losing none of them later
  ///   depends on how many wait here.
  @inlinable
  func fetch(into batch: inout Letters) -> Delivery? {
    state.withLock { state in
      if state.letters.count == 0 { return Self.end(&state) }
      if buffering != .unbounded { return state.letters.popFirst().map { .letter($0) } }
      swap(&state.letters, &batch)
      return batch.popFirst().map { .letter($0) }
    }
  }

  /// Resumes `waiter` with what comes next.
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

  /// Throws away what has not been fetched, an error too.
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

  /// The error is told once.
  @inlinable
  static func end(_ state: inout State) -> Delivery? {
    if !state.isClosed { return nil }
    defer { state.failure = nil }
    return .end(state.failure)
  }
}
