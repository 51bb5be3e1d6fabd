public import SwitchboardBroadcast

/// The end of a chain whose values a task fetches. A buffer keeps each value until the task fetches the value, or
/// hands the value directly to a task that already waits.
///
/// ```
/// Iterator ──▶ ValueBufferReader ──strong──▶ ValueBuffer ──strong──▶ upstream
///                                                 ▲                     │
///                                                 └───── captured by ───┘
/// ```
/// The cycle is cut when the chain ends. The deinit of ``ValueBufferReader`` ends the chain, so a task that ends also
/// ends its subscription. A waiting task holds the reader, and the buffer holds the waiting task. Ending the chain
/// wakes the task.
///
/// No user code runs under the lock (promise R4): the buffer resumes tasks and releases values only after it has
/// released the lock.
@usableFromInline
final class ValueBuffer<Value: Sendable, Failure: Error>: Chain, @unchecked Sendable {
  // Sound: the properties that `ValueBuffer` adds are constant or protected by a lock.

  /// A value in the buffer, with its origin for traces.
  @usableFromInline
  struct Element: Sendable {
    @usableFromInline let value: Value
    @usableFromInline let origin: Probe.Origin
    @usableFromInline let made = Probe.Made()
    @inlinable init(_ value: Value, _ origin: Probe.Origin) { (self.value, self.origin) = (value, origin) }
  }

  /// The result of a fetch by the reader.
  @usableFromInline
  enum Delivery: Sendable {
    case element(Element)
    /// The end of the values, with the error if the signal failed.
    case end(Failure?)
  }

  @usableFromInline typealias Elements = RingBuffer<Element>
  /// The continuation of a waiting task. An unsafe continuation does not check that it is resumed exactly once. The
  /// buffer guarantees a single resume: a waiter is resumed either without being stored in the state, or by the one
  /// thread that takes the waiter out of the state under the lock.
  @usableFromInline typealias Waiter = UnsafeContinuation<Delivery, Never>

  @usableFromInline
  @safe struct State {
    @usableFromInline var elements: Elements
    /// The waiting task. Non-nil only while there are no elements and the buffer is open.
    @usableFromInline var waiter: Waiter?
    @usableFromInline var isClosed = false
    /// The error that the reader has not received yet.
    @usableFromInline var failure: Failure?
    @inlinable init(limit: Int) { elements = Elements(limit: limit) }
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
    let start = Probe.started(self)
    signal.attach(
      Sink(
        value: { value in
          if self.isDisposed { return }
          Probe.reached(self)
          self.put(value)
        },
        terminal: { terminal in
          SignalProbe.terminated(self, terminal)
          // `finish()` disposes upstream before the reader receives the end, as it does before a terminal handler runs.
          guard self.finish() else { return }
          switch terminal {
          case .error(let error): self.close(typed(error))
          case .completed: self.close(nil)
          }
        }),
      self)
    Probe.ended(start)
  }
}

extension ValueBuffer {
  /// Returns the number of values that code of the leak check `scope` sent and the reader has not fetched. 0 if the
  /// buffer has a limit.
  @usableFromInline
  func unread(madeIn scope: UInt32) -> Int {
    #if Tracing
      if buffering != .unbounded { return 0 }
      return state.withLock { state in
        var count = 0
        state.elements.forEach(while: { true }) { element in if Probe.isMade(element.made, in: scope) { count += 1 } }
        return count
      }
    #else
      return 0
    #endif
  }

  @inlinable
  func put(_ value: Value) {
    let element = Element(value, Probe.hopped(site))
    let (waiter, lost) = unsafe state.withLock { state -> (Waiter?, Element?) in
      if state.isClosed { return (nil, nil) }
      if let waiter = unsafe state.waiter {
        unsafe state.waiter = nil
        return unsafe (waiter, nil)
      }
      if case .oldest(let limit) = buffering, state.elements.count == limit { return (nil, nil) }
      let lost = state.elements.append(element)
      Probe.waits(for: self, exactly: state.elements.count)
      return (nil, lost)
    }
    if let waiter = unsafe waiter { unsafe wake(waiter, with: .element(element)) }
    keepAlive(lost)
  }

  /// Closes the buffer: no later value is accepted. Only the first call has an effect. Does not end the subscription,
  /// and runs no user code.
  @inlinable
  func close(_ failure: Failure?) {
    let (isFirst, waiter) = unsafe state.withLock { state -> (Bool, Waiter?) in
      if state.isClosed { return (false, nil) }
      state.isClosed = true
      defer { unsafe state.waiter = nil }
      if unsafe state.waiter == nil { state.failure = failure }
      return unsafe (true, state.waiter)
    }
    if !isFirst { return }
    SignalProbe.countTasks(SignalProbe.check(of: self), 1)
    if let waiter = unsafe waiter { unsafe wake(waiter, with: .end(failure)) }
  }

  /// Returns the next element or the end, or nil if there is neither yet.
  ///
  /// - Parameter batch: An empty batch of the reader. With `.unbounded` buffering the reader exchanges the batch for
  ///   all waiting elements. With a limit the reader takes one element at a time, because the number of elements in
  ///   the buffer decides which values are dropped.
  @inlinable
  func fetch(into batch: inout Elements) -> Delivery? {
    Probe.fetched(by: self)
    return state.withLock { state in
      if state.elements.count == 0 { return Self.end(&state) }
      defer { Probe.waits(for: self, exactly: state.elements.count) }
      if buffering != .unbounded { return state.elements.popFirst().map { .element($0) } }
      swap(&state.elements, &batch)
      return batch.popFirst().map { .element($0) }
    }
  }

  /// Resumes `waiter` with the next element or with the end, immediately if there already is an element or an end.
  @inlinable
  func resumeLater(_ waiter: Waiter) {
    let delivery = state.withLock { state -> Delivery? in
      #if Inspector
        defer { Probe.waits(for: self, exactly: state.elements.count) }
      #endif
      if let element = state.elements.popFirst() { return .element(element) }
      if let end = Self.end(&state) { return end }
      unsafe state.waiter = unsafe waiter
      return nil
    }
    if let delivery { unsafe wake(waiter, with: delivery) }
  }

  @inlinable
  func wake(_ waiter: Waiter, with delivery: Delivery) {
    SignalProbe.hops(for: self, 1)
    unsafe waiter.resume(returning: delivery)
  }

  /// Discards the elements and the error that the reader has not fetched.
  @inlinable
  func empty() {
    let unread = state.withLock { state in
      let unread = (state.elements, state.failure)
      state.elements = Elements(limit: buffering.limit)
      state.failure = nil
      Probe.waits(for: self, exactly: 0)
      return unread
    }
    keepAlive(unread)
  }

  /// Returns the end, with the error only at the first call, or nil if the buffer is open.
  @inlinable
  static func end(_ state: inout State) -> Delivery? {
    if !state.isClosed { return nil }
    defer { state.failure = nil }
    return .end(state.failure)
  }
}
