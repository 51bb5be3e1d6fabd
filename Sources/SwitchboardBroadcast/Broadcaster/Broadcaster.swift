/// Delivers each value to every subscription of one registry, in subscription order.
///
/// A broadcaster is made for one of two ways to deliver:
///
/// - **Serial** (signals, boards): ``send(_:fileID:line:)``. One delivery at a time. A send that finds one in progress,
///   on this or another thread, queues its value and returns; the delivery in progress drains the queue, first in first
///   out, before its own send returns (R6). So every subscriber sees one sequence, and nothing recurses. The queue is
///   unbounded, and a sender may be held while it drains what others queue.
/// - **Concurrent** (the bus): ``dispatch(_:fileID:line:)``. Every dispatch delivers on its own thread before it
///   returns; several may overlap, and one made by a handler finishes inside it (R7).
///
/// In both the audience is fixed when a value's delivery begins (R2), no lock is held while a handler runs (R4), and a
/// delivery allocates, retains and releases nothing (R12).
///
/// ```
/// owner ──▶ Broadcaster ──strong──▶ Core: Registry ──▶ Storage ──strong──▶ Subscriber ──strong──▶ handler
/// ```
/// When the broadcaster goes, every subscription ends: handlers are released, and no terminal event is invented.
///
/// Threading: every member may be called from any thread, also from inside a handler.
public struct Broadcaster<Value: Sendable, Storage: SubscriberStorage & ~Copyable>: ~Copyable, Sendable {
  /// Whether deliveries may overlap.
  public enum Delivery: Sendable {
    /// One at a time, in one order for everybody: use ``Broadcaster/send(_:fileID:line:)``.
    case serial
    /// Each on its own thread, at once: use ``Broadcaster/dispatch(_:fileID:line:)``.
    case concurrent
  }

  @usableFromInline let core: Core<Value, Storage>

  /// A broadcaster without subscriptions. One allocation.
  ///
  /// - Parameter biased: Whether the first thread that sends is made faster, at the price of a barrier on all threads when another one
  ///   comes. False where others are expected. Concurrent delivery never is.
  @inlinable public init(_ delivery: Delivery = .serial, biased: Bool = true) {
    core = Core(concurrent: delivery == .concurrent, biased: biased)
  }

  deinit { core.close() }
}

extension Broadcaster where Storage: ~Copyable {
  /// Adds a subscription; it gets every value whose delivery begins from now on.
  ///
  /// After the terminal event the handler gets that event at once and the subscription returned has ended (R5).
  ///
  /// Cost: O(1) amortised, also during a delivery; one allocation beyond the handler's own context.
  ///
  /// - Parameters:
  ///   - waitable: Whether ``Subscription/disposeAndWait()`` may be called; costs about 5 ns per delivery.
  ///   - handler: Called with each value: one call at a time if delivery is serial. Pass a closure literal: a closure
  ///     that is already stored as a function type costs one more allocation here and one more call per delivery.
  @inlinable @discardableResult
  public borrowing func subscribe(
    waitable: Bool = false, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    let subscriber = Subscriber(core, waitable: waitable, handler)
    Probe.subscribed(subscriber, in: core, fileID: fileID, line: line)
    core.admit(subscriber)
    return subscriber
  }

  /// Delivers `value` to every subscription, one delivery at a time (R6). Serial delivery only.
  ///
  /// When this returns the value is accepted and, unless a delivery was in progress, delivered. After the terminal
  /// event it does nothing (R5).
  ///
  /// Cost: O(subscriptions); no allocation except that of the queue, no retain.
  @inlinable @inline(__always)
  public borrowing func send(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    core.send(value, fileID: fileID, line: line)
  }

  /// Delivers `value` to every subscription on this thread, and returns after the last handler (R7). Concurrent
  /// delivery only. After the terminal event it does nothing (R5).
  ///
  /// Cost: O(subscriptions); no allocation, no retain.
  @inlinable @inline(__always)
  public borrowing func dispatch(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    core.dispatch(value, fileID: fileID, line: line)
  }

  /// The same, to those subscriptions only for which `isReached` holds when their turn comes. It is asked for those that have not ended;
  /// it may not call user code.
  @inlinable @inline(__always)
  public borrowing func dispatch(
    _ value: Value, to isReached: (Subscriber<Value, Storage>) -> Bool, fileID: StaticString = #fileID,
    line: UInt32 = #line
  ) {
    core.dispatch(value, to: isReached, fileID: fileID, line: line)
  }

  /// Visits each subscription, in order, as a dispatch does: what `body` sees of one that has not ended stays as it is while it runs.
  /// Concurrent delivery only. No trace shows it.
  @inlinable
  public borrowing func visit(_ body: (Subscriber<Value, Storage>) -> Void) { core.visit(body) }

  /// Ends the registry with a last event: `event` is called once for each subscription, in order, then all have ended.
  /// Who subscribes later gets it at once (R5).
  ///
  /// During a delivery it returns at once, and the last event follows what is queued. Of several calls the first counts.
  ///
  /// Cost: O(subscriptions).
  @inlinable
  public borrowing func terminate(
    _ ending: Ending = .ended, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ event: @escaping @Sendable (Subscriber<Value, Storage>) -> Void
  ) {
    core.terminate(ending, event, fileID: fileID, line: line)
  }

  /// Ends the registry with `value` as the last value of each subscription. See ``terminate(_:fileID:line:_:)``.
  @inlinable
  public borrowing func terminate(
    with value: Value, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    terminate(fileID: fileID, line: line) { $0.call(value) }
  }

  /// Adds a subscription that a subclass of ``Subscriber`` made. See ``subscribe(waitable:fileID:line:_:)``.
  @inlinable
  public borrowing func add(
    _ subscriber: Subscriber<Value, Storage>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    announce(subscriber, fileID: fileID, line: line)
    admit(subscriber)
  }

  /// The first half of ``add(_:fileID:line:)``: numbers a subscription for traces and leak reports. To be called before
  /// anybody else, a bag for instance, can end it. Does nothing without the `Tracing` trait.
  @inlinable
  public borrowing func announce(_ subscriber: Subscriber<Value, Storage>, fileID: StaticString, line: UInt32) {
    Probe.subscribed(subscriber, in: core, fileID: fileID, line: line)
  }

  /// The second half of ``add(_:fileID:line:)``. Does nothing if the subscription has ended meanwhile.
  @inlinable
  public borrowing func admit(_ subscriber: Subscriber<Value, Storage>) { core.admit(subscriber) }

  /// Adds a subscription that is part of the registry's owner: no trace and no leak report shows it.
  @inlinable
  public borrowing func addRecorder(_ handler: @escaping @Sendable (Value) -> Void) {
    core.admit(Subscriber(core, waitable: false, handler))
  }

  /// What traces and leak reports call this registry, and the line that made it, unless it is a part of something else.
  /// Does nothing without the `Tracing` trait.
  @inlinable
  public borrowing func identify(
    as type: Any.Type, name: String?, fileID: StaticString? = nil, line: UInt32 = 0
  ) {
    Probe.identified(core, type, name, fileID, line)
  }

  /// Makes traces show the source line of `subscription` for what is sent here: for an operator, whose own line says
  /// nothing to its user. Does nothing if it is nil, or without the `Tracing` trait.
  @inlinable
  public borrowing func attributeSends(to subscription: Subscription?) {
    Probe.sends(core, for: subscription)
  }

  /// Says how many values the registry's owner keeps for newcomers, for leak reports. `count` is called while no delivery
  /// is in progress. Does nothing without the `Tracing` trait.
  @inlinable
  public borrowing func keepsValues(atMost limit: Int, _ count: @escaping @Sendable () -> Int) {
    Probe.keeps(core, atMost: limit, count)
  }

  /// Makes the leak check that the caller runs in, if any, look at this registry too, as it does when it subscribes. Does
  /// nothing without the `Tracing` trait.
  @inlinable @inline(__always)
  public borrowing func noteUse() {
    Probe.used(core)
  }

  /// Adds a subscription behind everything accepted so far, after `replay` has given it what it missed: no gap, no
  /// duplicate (R8). During a delivery both wait for their turn. Serial delivery only.
  @inlinable
  public borrowing func join(
    _ subscriber: Subscriber<Value, Storage>, fileID: StaticString = #fileID, line: UInt32 = #line,
    replay: @escaping @Sendable (Subscriber<Value, Storage>) -> Void
  ) {
    Probe.subscribed(subscriber, in: core, fileID: fileID, line: line)
    core.join(subscriber, replay: replay)
  }

  /// The second half of ``join(_:fileID:line:replay:)``, after ``announce(_:fileID:line:)``. Does nothing if the subscription has
  /// ended meanwhile.
  @inlinable
  public borrowing func admit(
    _ subscriber: Subscriber<Value, Storage>, replay: @escaping @Sendable (Subscriber<Value, Storage>) -> Void
  ) {
    core.join(subscriber, replay: replay)
  }

  /// Sends, and runs `accept` at the moment in which the value takes its place in the order, under the lock: it must be
  /// a few moves, no user code, not even a deinit (R4). Not called after the end. Serial delivery only.
  @inlinable
  public borrowing func send(
    _ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line, accept: () -> Void
  ) {
    core.send(value, fileID: fileID, line: line, accept: accept)
  }

  /// Sends what `make` makes at the moment in which it takes its place in the order, under the lock; nothing if that is nil, or
  /// after the end, when it is not called. The same rule holds as for `accept`. Serial delivery only.
  ///
  /// - Returns: Whether something was sent.
  @inlinable @discardableResult
  public borrowing func send(
    fileID: StaticString = #fileID, line: UInt32 = #line, make: () -> Value?
  ) -> Bool {
    core.send(fileID: fileID, line: line, make: make)
  }

  /// Sends the values that `make` returns under the lock, with nothing in between: for what was held back. The same rule holds, and
  /// who made the values keeps them until this returns, so that none is released under the lock. Serial delivery only.
  ///
  /// Cost: O(values × subscriptions), and the queue.
  @inlinable
  public borrowing func send(
    fileID: StaticString = #fileID, line: UInt32 = #line, makeAll make: () -> [Deferred<Value>]
  ) {
    core.send(fileID: fileID, line: line, makeAll: make)
  }

  /// Runs `body` under the lock that `accept` runs under. The same rule holds.
  @inlinable
  public borrowing func withLock<Result>(_ body: () -> Result) -> Result { core.withLock(body) }

  /// Live subscriptions, and for how many there is memory. O(1).
  @inlinable public var census: Census { core.census }

  /// Whether there is a subscription that has not ended. O(1), no lock: others may come and go meanwhile.
  @inlinable public var hasSubscribers: Bool { core.storage.count > 0 }

  /// Test support: stops the program if the registry's structure is broken. Only while no delivery is in progress.
  public borrowing func checkInvariants() { core.checkInvariants() }
}
