public import CSwitchboardBroadcast
public import Synchronization

/// A closure that can be called without a retain: the wrapper cannot be copied, so a call borrows it.
@usableFromInline
struct Handler<Value>: ~Copyable {
  @usableFromInline let body: @Sendable (Value) -> Void

  @inlinable @inline(__always) init(_ body: @escaping @Sendable (Value) -> Void) { self.body = body }
  @inlinable @inline(__always) borrowing func call(_ value: Value) { body(value) }
}

/// The part of a subscription that a storage knows: its links, and the registry that holds it.
open class Node<Storage: SubscriberStorage & ~Copyable>: SubscriptionNode, @unchecked Sendable {
  // Sound: `links` is touched only under the registry's lock, or before publication. `registry` is constant.
  @exclusivity(unchecked) public final var links: Storage.Links
  /// Whether the storage holds this node. Guarded by the lock.
  @exclusivity(unchecked) @usableFromInline final var isLinked = false
  /// Whether the subscription was made after the end and gets its replay outside of a delivery. No delivery delays the
  /// release of its handler then, so the code that runs the replay releases the handler. Guarded by the lock.
  @exclusivity(unchecked) @usableFromInline final var isLate = false
  @usableFromInline final let registry: Registry<Storage>

  @inlinable init(_ registry: Registry<Storage>, waitable: Bool) {
    self.registry = registry
    links = Storage.unlinked
    super.init(waitable: waitable)
  }

  public final override func detach() { Storage.detach(self) }
}

/// A subscription with its handler, which a delivery visits. The handler lies beside the state, in one cache line.
open class Subscriber<Value: Sendable, Storage: SubscriberStorage & ~Copyable>: Node<Storage>,
  @unchecked Sendable
{
  // Sound: one thread releases the handler, after the grace period, when no delivery can reach the subscription any
  // more.

  /// The handler. Nil once released. The noncopyable wrapper is optional, not the closure inside it: Swift would store
  /// an optional closure in its most general form, and call it through a thunk.
  @exclusivity(unchecked) @usableFromInline final var handler: Handler<Value>?

  /// Creates the base of a subclass that carries more than a handler. See
  /// ``Broadcaster/subscribe(waitable:fileID:line:_:)``.
  @inlinable
  public init(
    _ broadcaster: borrowing Broadcaster<Value, Storage>, waitable: Bool,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    self.handler = Handler(handler)
    super.init(broadcaster.core, waitable: waitable)
  }

  @inlinable
  init(_ registry: Registry<Storage>, waitable: Bool, _ handler: @escaping @Sendable (Value) -> Void) {
    self.handler = Handler(handler)
    super.init(registry, waitable: waitable)
  }

  /// Calls the handler if the subscription is active. No retain, no allocation.
  @inlinable @inline(__always)
  public final func deliver(_ value: Value) {
    let state = state.load(ordering: .relaxed)
    if state == Self.active {
      call(value)
    } else if state & (Self.active | Self.waitable) == Self.active | Self.waitable {
      deliverWaitably(value)
    }
  }

  @inlinable @inline(never)
  final func deliverWaitably(_ value: Value) {
    runWaitably { call(value) }
  }

  /// Calls the handler.
  ///
  /// - Precondition: The subscription is active, or was active when the delivery in progress looked at it. A handler is
  ///   released only after that delivery.
  @inlinable @inline(__always)
  final func call(_ value: Value) {
    switch handler {
    case .some(let handler): handler.call(value)
    case .none: switchboard_unreachable()
    }
  }

  /// The handler, for a caller that runs it later. Keeping the handler keeps what it captured. Nil once the handler has
  /// been released, which does not happen while a delivery visits the subscription.
  @inlinable public final var retainedHandler: (@Sendable (Value) -> Void)? {
    switch handler {
    case .some(let handler): handler.body
    case .none: nil
    }
  }

  /// Releases the handler. Called once the subscription has ended and no call of the handler runs. A subclass releases
  /// what it adds, and calls this implementation.
  @inlinable open override func releaseHandler() { handler = nil }
}
