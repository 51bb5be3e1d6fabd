public import Synchronization

/// One observer's place in one registry, and the handle that ends it: one object.
///
/// Dropping the handle ends nothing: the registry keeps the subscription until it is disposed, the registry's terminal
/// event has been delivered, or the registry's owner dies.
///
/// ```
/// Subscription ──strong──▶ Registry ──strong──▶ Storage ──strong──▶ Subscription ──strong──▶ handler
/// ```
/// The cycle is deliberate and is cut by whichever of those three ends comes first. A weak or unowned arrow back to the
/// registry would cost a side table, or trap when a handle outlives its registry. A handle that is kept after the end
/// keeps an empty registry of about 200 bytes alive, and nothing else.
///
/// Size: 64 bytes with ``DenseStorage`` and ``ArrayStorage``, 80 with ``LinkedListStorage``; one allocation.
///
/// Threading: every member may be called from any thread, also from inside the handler.
open class Subscription: Disposable, @unchecked Sendable {
  // Sound: `state` and `link` are atomics; `site` is written before the subscription is published, never after.

  /// Bit 0: active. Bit 1: waitable. The rest counts calls in progress, of waitable subscriptions only.
  @usableFromInline final let state: Atomic<UInt32>

  /// Identifies the source line of the subscribe call, with the `Tracing` trait; 0 without.
  public final var site: UInt32 { siteNumber }

  @exclusivity(unchecked) @usableFromInline final var siteNumber: UInt32 = 0

  #if Tracing
    @exclusivity(unchecked) @usableFromInline final var probe = Probe.OfSubscription()
  #endif

  /// The storage's one atomic link: the next node of a list; in the other storages the chain of what waits to be
  /// released. Here, because an associated type cannot hold an atomic.
  @usableFromInline final let link = Atomic<Unmanaged<Subscription>?>(nil)

  @inlinable public init(waitable: Bool) {
    state = Atomic(waitable ? Self.active | Self.waitable : Self.active)
  }

  /// Whether this subscription has ended, by ``dispose()``, by the terminal event, or with its registry's owner. O(1).
  @inlinable public final var isDisposed: Bool { state.load(ordering: .relaxed) & Self.active == 0 }

  /// Ends the subscription. Does nothing when it has ended already (R11).
  ///
  /// After the return no delivery that begins later calls the handler, and neither does the rest of a delivery in
  /// progress on this thread; one in progress on another thread makes at most the call that it had begun (R3). The
  /// handler is released before the return, or, if a delivery is in progress, at the end of the current event (R9).
  ///
  /// Cost: O(1) amortised, O(subscribers) with ``ArrayStorage``; no allocation.
  @inlinable public final func dispose() {
    if !isDisposed { detach() }
  }

  /// Removes the subscription from its registry. Called at most by those who saw it active; more than one may.
  open func detach() { fatalError("a subscription without a registry cannot be detached") }

  /// Lends the place that some subscriptions keep for the composite they are in.
  open func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { nil }

  /// Releases the handler. Runs deinits of what it captured: never under a lock (R4).
  open func releaseHandler() {}
}

extension Subscription {
  /// Ends a subscription that is in no registry. Returns false if it had ended already.
  @inlinable public final func end() -> Bool { endFromState() != nil }

  /// Ends a subscription that is in no registry. Returns what its state was, or nil if it had ended already.
  @inlinable public final func endFromState() -> UInt32? {
    let old = state.bitwiseAnd(~Self.active, ordering: .acquiringAndReleasing).oldValue
    guard old & Self.active != 0 else { return nil }
    Probe.ended(self)
    return old
  }

  /// Sets bits of the state of a subscription that is in no registry and not waitable, so that only the lowest has a meaning
  /// here. Returns whether it had not ended then.
  @inlinable public final func mark(_ bits: UInt32) -> Bool {
    state.bitwiseOr(bits, ordering: .acquiringAndReleasing).oldValue & Self.active != 0
  }

  /// Whether it has ended and was never marked.
  @inlinable public final var isBlank: Bool { state.load(ordering: .relaxed) == 0 }

  /// Makes one that is blank active again. Only for whoever knows that nobody else has it.
  @inlinable public final func reactivate() { state.store(Self.active, ordering: .relaxed) }

  @inlinable static var active: UInt32 { 1 }
  @inlinable static var waitable: UInt32 { 2 }
  @inlinable static var oneCall: UInt32 { 4 }

  /// Marks the subscription as ended. Under the registry's lock.
  @inlinable @inline(__always)
  final func deactivate() {
    if state.load(ordering: .relaxed) & Self.waitable == 0 {
      state.store(0, ordering: .relaxed)
    } else {
      state.bitwiseAnd(~Self.active, ordering: .acquiringAndReleasing)
    }
  }
}

// Without a mirror of its own, printing a subscription, as a failed expectation does, walks its stored properties; the
// runtime cannot reflect an optional of a noncopyable type, such as the handler, and ends the program.
extension Subscription: CustomReflectable {
  public final var customMirror: Mirror { Mirror(self, children: ["isDisposed": isDisposed]) }
}
