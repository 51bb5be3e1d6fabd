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
  @usableFromInline final let registry: Registry<Storage>

  @inlinable init(_ registry: Registry<Storage>, waitable: Bool) {
    self.registry = registry
    links = Storage.unlinked
    super.init(waitable: waitable)
  }

  @usableFromInline final override func detach() { Storage.detach(self) }
}

/// A subscription with its handler: what a delivery visits. The handler sits beside the state, in one cache line.
public final class Subscriber<Value: Sendable, Storage: SubscriberStorage & ~Copyable>: Node<Storage>,
  @unchecked Sendable
{
  /// Nil once released. Optional around the noncopyable, not inside it: an optional closure would be stored in the most
  /// general form, and called through a thunk.
  // Sound: released only by whoever owns the subscription alone, after the grace period.
  @exclusivity(unchecked) @usableFromInline var handler: Handler<Value>?

  @inlinable
  init(_ registry: Registry<Storage>, waitable: Bool, _ handler: @escaping @Sendable (Value) -> Void) {
    self.handler = Handler(handler)
    super.init(registry, waitable: waitable)
  }

  /// Calls the handler if the subscription is active. No retain, no allocation.
  @inlinable @inline(__always)
  func deliver(_ value: Value) {
    let state = state.load(ordering: .relaxed)
    if state == Self.active {
      call(value)
    } else if state & (Self.active | Self.waitable) == Self.active | Self.waitable {
      deliverWaitably(value)
    }
  }

  @inlinable @inline(never)
  func deliverWaitably(_ value: Value) {
    runWaitably { call(value) }
  }

  /// Calls the handler.
  ///
  /// - Precondition: The subscription is active, or was when the delivery in progress saw it: a handler is released
  ///   only after that.
  @inlinable @inline(__always)
  func call(_ value: Value) {
    switch handler {
    case .some(let handler): handler.call(value)
    case .none: switchboard_unreachable()
    }
  }

  @inlinable override func releaseHandler() { handler = nil }
}
