// The way of a value from a broadcaster to the handlers: `send` or `dispatch`, then `deliver`, then `walk`. This code
// is generic, and the sends are compiled once, without the type of the values: a value passes by its address, and every
// handler is called with that address. So the code looks up no metadata, and a program that sends contains only the
// call. What takes a closure is inlinable: the bus would pay for a call of the closure for each subscription.

extension Broadcaster {
  /// Delivers `value` to every subscription, one delivery at a time (promise R6). Serial delivery only.
  ///
  /// When this function returns, the value is accepted. It is also delivered, unless a delivery was in progress. After
  /// the terminal event this function does nothing (promise R5).
  ///
  /// Cost: O(subscriptions); no allocation except that of the queue, no retain.
  @inlinable @inline(__always)
  public borrowing func send(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    sendSerially(value, to: owner.registry, at: CallSite(fileID, line))
  }

  /// Delivers `value` to every subscription on this thread, and returns after the last handler (promise R7). Concurrent
  /// delivery only. After the terminal event this function does nothing (promise R5).
  ///
  /// Cost: O(subscriptions); no allocation, no retain.
  @inlinable @inline(__always)
  public borrowing func dispatch(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    owner.registry.dispatch(value, at: CallSite(fileID, line))
  }

  /// Delivers `value` like ``dispatch(_:fileID:line:)``, but only to subscriptions for which `isReached` returns true.
  /// `isReached` is called for each subscription that has not ended, when its turn comes, with no lock held. It may end
  /// subscriptions.
  @inlinable @inline(__always)
  public borrowing func dispatch(
    _ value: Value, to isReached: (Subscriber<Value>) -> Bool, fileID: StaticString = #fileID,
    line: UInt32 = #line
  ) {
    let registry = owner.registry
    guard let walker = registry.word.enterPhase() else { return }
    registry.deliver(
      value, concurrently: true, in: Probe.sendBegan(registry, at: CallSite(fileID, line), isPart: true),
      to: { !$0.isDisposed && isReached($0) })
    registry.leave(walker)
  }

  /// Whether there is a subscription that has not ended. O(1), no lock: other threads may add and end subscriptions
  /// meanwhile.
  @inlinable public var hasSubscribers: Bool { owner.registry.storage.count > 0 }

  /// Visits each subscription, in order, as a dispatch does. While `body` runs, the handler of a subscription that has
  /// not ended is not released. Concurrent delivery only. Traces do not show a visit.
  @inlinable
  public borrowing func visit(_ body: (Subscriber<Value>) -> Void) {
    let registry = owner.registry
    guard let walker = registry.word.enterPhase() else { return }
    registry.storage.forEach { unsafe body(unsafeDowncast($0, to: Subscriber<Value>.self)) }
    registry.leave(walker)
  }
}

/// The source line of a call, for traces. Without the `Tracing` trait it is empty, so passing it on costs nothing.
@frozen
@safe @usableFromInline
struct CallSite {
  #if Tracing
    @usableFromInline let fileID: UnsafePointer<UInt8>
    @usableFromInline let line: UInt32
  #endif

  @inlinable @inline(__always)
  init(_ fileID: StaticString, _ line: UInt32) {
    #if Tracing
      unsafe self.fileID = fileID.utf8Start
      self.line = line
    #endif
  }
}

// Serial delivery: one at a time.

/// Sends `value`. A registry that is idle needs no lock. Not a method, because the caller of a method has to save the
/// register in which the method gets `self`. Inlined in this target only: otherwise the compiler puts a jump before it.
@usableFromInline @inline(__always)
func sendSerially<Value: Sendable>(_ value: Value, to registry: Registry, at call: CallSite) {
  switch registry.word.enter() {
  case .local(let thread):
    registry.deliver(value, in: Probe.sendBegan(registry, at: call))
    if !registry.word.leave(thread) { registry.drain() }
  case .shared: registry.sendSlowly(value, isRevoked: false, at: call)
  case .revoked: registry.sendSlowly(value, isRevoked: true, at: call)
  }
}

extension Registry {
  /// Sends `value` on a registry that is not idle, or not biased to this thread.
  @inline(never)
  fileprivate func sendSlowly<Value: Sendable>(_ value: Value, isRevoked: Bool, at call: CallSite) {
    send(value, begin(isRevoked: isRevoked), at: call)
  }

  /// Delivers `value` if a delivery has begun, or queues it.
  @inline(never) @usableFromInline
  func send<Value: Sendable>(_ value: Value, _ begin: SendBegin, at call: CallSite) {
    switch begin {
    case .delivery:
      deliver(value, in: Probe.sendBegan(self, at: call))
      endDelivery()
    case .queue:
      Probe.queued(self, from: Probe.site(call, of: self))
      enqueue(value)
      unlock()
      Probe.settled()
    case .ended: break
    }
  }
}

/// How a send goes on that the fast path did not take.
@usableFromInline
enum SendBegin {
  /// A delivery has begun. It ends with ``Registry/endDelivery()``.
  case delivery
  /// A delivery is in progress. The caller queues the value, and gives the lock back.
  case queue
  /// Nothing is accepted any more.
  case ended
}

extension Registry {
  /// Begins a serial delivery that the fast path could not begin.
  func begin(isRevoked: Bool) -> SendBegin {
    if isRevoked ? word.enterRevoked() : word.enterShared() { return .delivery }
    return begin(underLock: word.acquire())
  }

  /// Begins a serial delivery, unless a delivery is in progress. Called under the lock, with the word as it is then.
  /// Gives the lock back, except with the result ``SendBegin/queue``.
  @usableFromInline
  func begin(underLock word: UInt64) -> SendBegin {
    require(
      flags & StateWord.concurrent == 0,
      "send(_:) needs a serial broadcaster; call dispatch(_:) on a concurrent broadcaster")
    if isClosed {
      unlock()
      return .ended
    }
    if word & StateWord.walkers != 0 { return .queue }
    unlockAndEnter()
    return .delivery
  }

  /// Ends a delivery, after the work that came up meanwhile.
  func endDelivery() { if !word.leaveStanding() { drain() } }
}

// Concurrent delivery: several may overlap.
extension Registry {
  /// See ``Broadcaster/dispatch(_:fileID:line:)``.
  @usableFromInline @inline(__always)
  func dispatch<Value: Sendable>(_ value: Value, at call: CallSite) {
    guard let walker = word.enterPhase() else { return }
    deliver(value, concurrently: true, in: Probe.sendBegan(self, at: call))
    leave(walker)
  }

  /// Leaves a dispatch. The last dispatch of a phase to leave does the work that had to wait for that phase.
  @inlinable @inline(__always)
  func leave(_ walker: UInt64) {
    if word.leavePhase(walker) { finishPhase() }
  }
}

extension Registry {
  /// Delivers a value to the subscriptions that exist now and for which `isReached` returns true. The caller has begun
  /// the delivery.
  ///
  /// - Parameters:
  ///   - concurrently: Whether other deliveries may run at the same time.
  ///   - activity: Begins what a trace shows as the send. Evaluated only while a trace is being recorded.
  ///   - isReached: Called for each subscription when its turn comes. May end subscriptions.
  @inlinable @inline(__always)
  func deliver<Value: Sendable>(
    _ value: Value, concurrently: Bool = false, in activity: @autoclosure () -> Probe.Activity,
    to isReached: (Subscriber<Value>) -> Bool = { _ in true }
  ) {
    #if Tracing
      if Probe.isRecording() { return deliverRecorded(value, in: activity(), to: isReached) }
    #endif
    #if Inspector
      var observer = Probe.Counting(self, concurrently: concurrently)
    #else
      var observer = Unobserved()
    #endif
    walk(value, to: isReached, &observer)
    #if Tracing
      observer.walked(self)
    #endif
  }

  #if Tracing
    /// A delivery that is recorded. Apart, so that the code of other deliveries stays small.
    @inlinable @inline(never)
    func deliverRecorded<Value: Sendable>(
      _ value: Value, in activity: Probe.Activity, to isReached: (Subscriber<Value>) -> Bool
    ) {
      var observer = Probe.Recording(self, activity)
      walk(value, to: isReached, &observer)
      observer.walked(self)
    }
  #endif

  /// Calls the handlers: every value that is sent or dispatched comes here.
  @inlinable @inline(__always)
  func walk<Value: Sendable>(
    _ value: Value, to isReached: (Subscriber<Value>) -> Bool, _ observer: inout some DeliveryObserver
  ) {
    storage.forEach { node in
      // Sound: the owner of the registry admits only subscribers of its type of values.
      let subscriber = unsafe unsafeDowncast(node, to: Subscriber<Value>.self)
      if isReached(subscriber) { subscriber.deliver(value, &observer) }
    }
  }
}

/// What watches a delivery, such as a trace. The compiler makes a loop over the subscribers for each kind of observer.
/// Without the trait `Tracing` there is one kind, and no code calls it.
@usableFromInline
protocol DeliveryObserver {
  /// Called before each call of a handler.
  mutating func willCall(_ subscription: SubscriptionNode)
  /// Called when the walk over the subscriptions of `registry` has ended.
  mutating func walked(_ registry: Registry)
}

/// The observer of a delivery that nothing watches.
@usableFromInline
struct Unobserved: DeliveryObserver {
  // ThreadSanitizer takes the accesses to empty variables, on all threads, for accesses to one variable.
  @usableFromInline var isNotEmpty: UInt8 = 1

  @inlinable init() {}
  @inlinable @inline(__always) mutating func willCall(_: SubscriptionNode) {}
  @inlinable @inline(__always) mutating func walked(_: Registry) {}
}
