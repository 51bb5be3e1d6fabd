public import CSwitchboardBroadcast
public import Synchronization

/// A closure that can be called without a retain: the wrapper cannot be copied, so a call borrows it.
@usableFromInline
struct Handler<Value>: ~Copyable {
  @usableFromInline let body: @Sendable (Value) -> Void

  @inlinable @inline(__always) init(_ body: @escaping @Sendable (Value) -> Void) { self.body = body }
  @inlinable @inline(__always) borrowing func call(_ value: Value) { body(value) }
}

/// The place of a subscription in a registry.
open class RegistryNode: SubscriptionNode, @unchecked Sendable {
  // Sound: `links` is touched only under the registry's lock, or before publication. `registry` is constant.

  @usableFromInline final let registry: Registry
  /// The node's place in the storage, here so that a removal need not search.
  @safe @exclusivity(unchecked) @usableFromInline final var links = SubscriberStorage.unlinked
  /// Whether the storage holds this node. Guarded by the lock.
  @safe @exclusivity(unchecked) @usableFromInline final var isLinked = false
  /// Whether the subscription was made after the end and gets its replay outside of a delivery. No delivery delays
  /// the release of its handler then, so the code that runs the replay releases the handler. Guarded by the lock.
  @safe @exclusivity(unchecked) @usableFromInline package final var isLate = false

  @inlinable init(_ registry: Registry, waitable: Bool) {
    self.registry = registry
    super.init(waitable: waitable)
  }

  public final override func detach() { registry.remove(self) }

  #if Inspector
    @usableFromInline final override var registryOfNode: Registry? { registry }
  #endif
}

/// A subscription with its handler, which a delivery visits. The handler lies beside the state, in one cache line.
open class Subscriber<Value: Sendable>: RegistryNode, @unchecked Sendable {
  // Sound: one thread releases the handler, after the grace period, when no delivery can reach the subscription any
  // more.

  /// The handler. Nil once released. The noncopyable wrapper is optional, not the closure inside it: Swift would
  /// store an optional closure in its most general form, and call it through a thunk.
  @safe @exclusivity(unchecked) @usableFromInline final var handler: Handler<Value>?

  /// Makes a subscription that is not yet in `registry`. Pass a closure literal as `handler`; see
  /// ``Broadcaster/subscribe(waitable:fileID:line:_:)``.
  @inlinable
  public init(_ registry: Registry, waitable: Bool, _ handler: @escaping @Sendable (Value) -> Void) {
    self.handler = Handler(handler)
    super.init(registry, waitable: waitable)
  }

  /// Calls the handler if the subscription is active, after `observer` has noted the call. No retain, no allocation.
  @inlinable @inline(__always)
  final func deliver(_ value: Value, _ observer: inout some DeliveryObserver) {
    let state = state.load(ordering: .relaxed)
    if state == Self.active {
      #if Tracing
        observer.willCall(self)
      #endif
      call(value)
    } else if state & (Self.active | Self.waitable) == Self.active
      | Self.waitable
    {
      // A closure that is empty without the trait, so that no observer has to lie in memory.
      deliverWaitably(value) {
        #if Tracing
          observer.willCall(self)
        #endif
      }
    }
  }

  @inlinable @inline(never)
  final func deliverWaitably(_ value: Value, _ willCall: () -> Void) {
    runWaitably {
      willCall()
      call(value)
    }
  }

  /// Calls the handler if the subscription is active, for a value that no delivery of the registry brings.
  public final func deliver(_ value: Value) {
    var unobserved = Unobserved()
    deliver(value, &unobserved)
  }

  /// Calls the handler.
  ///
  /// - Precondition: The subscription is active, or was active when the delivery in progress looked at it. A handler
  ///   is released only after that delivery.
  @inlinable @inline(__always)
  public final func call(_ value: Value) {
    switch handler {
    case .some(let handler): handler.call(value)
    case .none: switchboard_unreachable()
    }
  }

  /// The handler, for a caller that runs it later. Keeping the handler keeps what it captured. Nil once the handler
  /// has been released, which does not happen while a delivery visits the subscription.
  @inlinable public final var retainedHandler: (@Sendable (Value) -> Void)? {
    switch handler {
    case .some(let handler): handler.body
    case .none: nil
    }
  }

  /// Exchanges the handler. Returns the previous handler. Called only inside a delivery, when no handler runs, so
  /// that the delivery delays the release of the handler.
  @inlinable
  public final func exchangeHandler(_ handler: @escaping @Sendable (Value) -> Void) -> (@Sendable (Value) -> Void)? {
    let previous = retainedHandler
    self.handler = Handler(handler)
    return previous
  }

  /// Releases the handler. Called once the subscription has ended and no call of the handler runs. A subclass
  /// releases what it adds, and calls this implementation.
  @inlinable open override func releaseHandler() { handler = nil }
}
