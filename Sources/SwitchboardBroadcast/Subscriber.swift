public import CSwitchboardBroadcast
public import Synchronization

/// A closure that can be called without a retain: it cannot be copied, so a call borrows it.
@usableFromInline
struct Handler<Value>: ~Copyable {
  @usableFromInline let body: @Sendable (Value) -> Void

  @inlinable @inline(__always) init(_ body: @escaping @Sendable (Value) -> Void) { self.body = body }
  @inlinable @inline(__always) borrowing func call(_ value: Value) { body(value) }
}

/// The part of a subscription that a storage knows: its own links, and the registry to leave.
open class Node<Storage: SubscriberStorage & ~Copyable>: Subscription, @unchecked Sendable {
  // Sound: `links` is touched only under the registry's lock, or before publication; `registry` is constant.
  @exclusivity(unchecked) public final var links: Storage.Links
  /// Whether the storage holds this node. Under the lock.
  @exclusivity(unchecked) @usableFromInline final var isLinked = false
  /// Whether it came after the end, and is replayed to without a delivery that would keep its handler: then who replays
  /// releases it. Under the lock.
  @exclusivity(unchecked) @usableFromInline final var isLate = false
  @usableFromInline final let registry: Registry<Storage>

  @inlinable init(_ registry: Registry<Storage>, waitable: Bool) {
    self.registry = registry
    links = Storage.unlinked
    super.init(waitable: waitable)
  }

  public final override func detach() { Storage.detach(self) }
}

/// A subscription with its handler: what a delivery visits. The handler sits beside the state, in one cache line.
open class Subscriber<Value: Sendable, Storage: SubscriberStorage & ~Copyable>: Node<Storage>,
  @unchecked Sendable
{
  // Sound: the handler is released only by whoever owns the subscription alone, after the grace period.

  /// Nil once released. Optional around the noncopyable, not inside it: an optional closure would be stored in the most
  /// general form, and called through a thunk.
  @exclusivity(unchecked) @usableFromInline final var handler: Handler<Value>?

  /// For subclasses, which carry more than a handler. See ``Broadcaster/subscribe(waitable:fileID:line:_:)``.
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
  /// - Precondition: The subscription is active, or was when the delivery in progress saw it: a handler is released
  ///   only after that.
  @inlinable @inline(__always)
  final func call(_ value: Value) {
    switch handler {
    case .some(let handler): handler.call(value)
    case .none: switchboard_unreachable()
    }
  }

  /// The handler, for who calls it later; it then keeps what that captured. Nil once it has been released, which does not happen while
  /// a delivery visits it.
  @inlinable public final var retainedHandler: (@Sendable (Value) -> Void)? {
    switch handler {
    case .some(let handler): handler.body
    case .none: nil
    }
  }

  /// Releases the handler, once the subscription has ended and no call of it runs. Subclasses release what they add, and
  /// call this.
  @inlinable open override func releaseHandler() { handler = nil }
}
