/// Delivers each value to every subscription of one registry, in subscription order.
///
/// A broadcaster is made for one of two ways to deliver:
///
/// - **Serial** (signals, boards): ``send(_:fileID:line:)``. There is one delivery at a time. A send that finds a
///   delivery in progress, on this or another thread, queues its value and returns. The delivery in progress drains the
///   queue, first in first out, before its own send returns (promise R6). So every subscriber sees one sequence, and
///   nothing recurses. The queue is unbounded, and a sender may be held while it drains what other threads queue.
/// - **Concurrent** (the bus): ``dispatch(_:fileID:line:)``. Every dispatch delivers on its own thread before it
///   returns. Several dispatches may overlap; a dispatch made by a handler finishes inside that handler (promise R7).
///
/// With both, the audience is fixed when a value's delivery begins (promise R2), no lock is held while a handler runs
/// (promise R4), and a delivery allocates, retains and releases nothing (promise R12).
///
/// ```
/// owner ──▶ Broadcaster ──strong──▶ Registry ──▶ Storage ──strong──▶ Subscriber ──strong──▶ handler
/// ```
/// When the broadcaster is destroyed, every subscription ends: handlers are released, and subscribers get no terminal
/// event.
///
/// Threading: every member may be called from any thread, also from inside a handler.
public struct Broadcaster<Value: Sendable>: ~Copyable, Sendable {
  /// Whether deliveries may overlap.
  public enum Delivery: Sendable {
    /// One delivery at a time, in one order for all subscribers: use ``Broadcaster/send(_:fileID:line:)``.
    case serial
    /// Each delivery on the thread that dispatches; several may overlap: use ``Broadcaster/dispatch(_:fileID:line:)``.
    case concurrent
  }

  @usableFromInline let owner: RegistryOwner

  @inlinable public var registry: Registry { @inline(__always) borrowing get { owner.registry } }

  /// Creates a broadcaster without subscriptions. One allocation.
  ///
  /// - Parameter biased: Whether sends of the first thread that sends are made faster. The price is a barrier on all
  ///   threads when a second thread uses the broadcaster. Pass false where several threads are expected. Ignored with
  ///   concurrent delivery.
  @inlinable public init(_ delivery: Delivery = .serial, biased: Bool = true) {
    owner = RegistryOwner(Registry(concurrent: delivery == .concurrent, biased: biased))
  }
}

/// Ends all subscriptions of a registry when it is destroyed. Not generic, because the deinit of a generic owner runs
/// unspecialised: to destroy a generic member that has a deinit, the owner would look up the member's metadata.
@usableFromInline
struct RegistryOwner: ~Copyable, Sendable {
  @usableFromInline let registry: Registry

  @inlinable init(_ registry: Registry) { self.registry = registry }
  deinit { registry.close() }
}

extension Broadcaster {
  /// Adds a subscription, which gets every value whose delivery begins from now on.
  ///
  /// After the terminal event, the handler gets that event immediately and the returned subscription has ended
  /// (promise R5).
  ///
  /// Cost: O(1) amortised, also during a delivery; one allocation beyond the handler's own context.
  ///
  /// - Parameters:
  ///   - waitable: Whether ``WaitableSubscription/disposeAndWait()`` may be called; costs about 5 ns per delivery.
  ///   - handler: Called with each value; with serial delivery, one call at a time. Pass a closure literal: a closure
  ///     that is already stored as a function type costs one more allocation here and one more call per delivery.
  @inlinable @discardableResult
  public borrowing func subscribe(
    waitable: Bool = false, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    let subscriber = Subscriber<Value>(registry, waitable: waitable, handler)
    add(subscriber, fileID: fileID, line: line)
    return Subscription(subscriber)
  }

  /// Ends the registry with a last event: calls `event` once for each subscription, in order; then all subscriptions
  /// have ended. Later subscribers receive the last event immediately (promise R5).
  ///
  /// During a delivery this function returns immediately, and the last event follows everything queued. Only the first
  /// call has an effect.
  ///
  /// Cost: O(subscriptions).
  @inlinable
  public borrowing func terminate(
    _ ending: Ending = .ended, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ event: @escaping LastEvent
  ) {
    registry.terminate(ending, event, fileID: fileID, line: line)
  }

  /// Adds a subscription that a subclass of ``Subscriber`` implements. See ``subscribe(waitable:fileID:line:_:)``.
  @inlinable
  public borrowing func add(
    _ subscriber: Subscriber<Value>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) {
    announce(subscriber, fileID: fileID, line: line)
    admit(subscriber)
  }

  /// The first half of ``add(_:fileID:line:)``: numbers a subscription for traces and leak reports. Call it before
  /// other code, such as a bag, can end the subscription. Does nothing without the `Tracing` trait.
  @inlinable @inline(__always)
  public borrowing func announce(_ subscriber: Subscriber<Value>, fileID: StaticString, line: UInt32) {
    Probe.subscribed(subscriber, in: registry, fileID: fileID, line: line)
  }

  /// The second half of ``add(_:fileID:line:)``. Does nothing if the subscription has ended meanwhile.
  @inlinable
  public borrowing func admit(_ subscriber: Subscriber<Value>) { registry.admit(subscriber) }

  /// Adds a subscription that is part of the registry's owner. Traces and leak reports do not show it.
  @inlinable
  public borrowing func addRecorder(_ handler: @escaping @Sendable (Value) -> Void) {
    registry.admit(Subscriber<Value>(registry, waitable: false, handler))
  }

  /// Sets the type and name by which traces and leak reports show this registry, and the source line that made it. Pass
  /// no line for a registry that is a part of something else. An inspector does not show a name that is a value of the
  /// program, such as the subtype of an event. Does nothing without the `Tracing` trait.
  @inlinable
  public borrowing func identify(
    as type: Any.Type, name: String?, isValue: Bool = false, fileID: StaticString? = nil, line: UInt32 = 0
  ) {
    registry.identify(as: type, name: name, isValue: isValue, fileID: fileID, line: line)
  }

  /// Sets the type by which traces and leak reports show this registry, which an operator made for `subscription`. The
  /// source line of the subscription counts as the line that made the registry. Does nothing without the `Tracing`
  /// trait.
  @inlinable
  public borrowing func identify(as type: Any.Type, for subscription: SubscriptionNode) {
    Probe.identified(registry, type, site: subscription.site)
  }

  /// Makes traces show the source line of `subscription` for what is sent here. An operator calls this function,
  /// because the operator's own source line means nothing to the user. Does nothing if `subscription` is nil, or
  /// without the `Tracing` trait.
  @inlinable
  public borrowing func attributeSends(to subscription: SubscriptionNode?) {
    Probe.sends(registry, for: subscription)
  }

  /// Tells leak reports how many values the registry's owner keeps for later subscribers: at most `limit`, at present
  /// `count()`. `count` is called under the lock, only while no delivery is in progress. The owner tells inspectors
  /// the same number by `kept`. Does nothing without the `Tracing` trait.
  @inlinable
  public borrowing func keepsValues(
    atMost limit: Int, as kept: Probe.Kept, _ count: @escaping @Sendable () -> Int
  ) {
    Probe.keeps(registry, atMost: limit, as: kept, count)
  }

  /// Makes the leak check around the caller, if there is one, look at this registry too. Subscribing has the same
  /// effect. Does nothing without the `Tracing` trait.
  @inlinable @inline(__always)
  public borrowing func recordUse() {
    Probe.used(registry)
  }

  /// The number of live subscriptions, and for how many there is memory. O(1).
  @inlinable public var census: Census { registry.census }
}
