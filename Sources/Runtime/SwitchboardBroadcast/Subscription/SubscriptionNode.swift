public import Synchronization

/// The object behind a ``Subscription``: the place of one subscriber in one registry.
///
/// ```
/// Subscription ──strong──▶ SubscriptionNode ──strong──▶ Registry ──strong──▶ Storage
///                               │    ▲                                         │
///                            handler └─────────────────strong──────────────────┘
/// ```
/// The registry keeps the node until the subscription is disposed, until the registry's terminal event has been
/// delivered, or until the registry's owner is deallocated. The cycle is deliberate; the first of these three ends cuts
/// it. A weak reference back to the registry would cost a side table, and an unowned reference would trap when a handle
/// outlives its registry. A handle that is kept after the end keeps an empty registry of about 160 bytes alive, with a
/// block of its queue if something has waited there, and nothing else.
///
/// Size: 64 bytes with the storage and the handler of a subscriber; one allocation.
///
/// This class is open for the targets of this package. No public value has a public member that returns it, so users
/// cannot reach its members.
///
/// Threading: every member may be called from any thread, also from inside the handler.
@safe open class SubscriptionNode: DisposableObject, @unchecked Sendable {
  // Sound: `state` and `link` are atomics. `site` is written only before the subscription is published.

  /// See ``active``, ``waitable`` and ``oneCall``.
  @usableFromInline final let state: Atomic<UInt32>

  /// The number of the source line of the subscribe call, with the `Tracing` trait; 0 without.
  @safe @exclusivity(unchecked) public final var site: UInt32 = 0

  #if Tracing
    @safe @exclusivity(unchecked) @usableFromInline final var probe = Probe.OfSubscription()
  #endif

  /// The next node in the chain of those that wait to be released. A storage may use the link while the node is in the
  /// storage.
  public final let link = unsafe Atomic<Unmanaged<RegistryNode>?>(nil)

  @inlinable public init(waitable: Bool) {
    state = Atomic(waitable ? Self.active | Self.waitable : Self.active)
  }

  /// See ``Subscription/isDisposed``.
  @inlinable public final var isDisposed: Bool { state.load(ordering: .relaxed) & Self.active == 0 }

  /// See ``Subscription/dispose()``. Cost: O(1) amortised; no allocation.
  @inlinable public final func dispose() {
    if !isDisposed { detach() }
  }

  /// Ends the subscription and releases its handler. A node that has a place, in a registry or elsewhere, overrides
  /// this function and also leaves that place. Called only after the caller saw the subscription active; several
  /// threads may call this function.
  open func detach() { if end() { releaseHandler() } }

  /// Calls `body` with the ``Membership`` that the node keeps. This default keeps none and returns nil.
  open func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { nil }

  @usableFromInline package final var asDisposable: any Disposable { Subscription(self) }

  #if Inspector
    /// The registry to which the node belongs, if there is one.
    @usableFromInline var registryOfNode: Registry? { nil }
  #endif

  #if Tracing
    deinit { Probe.released(self) }
  #endif

  /// Releases the handler, if the node has one. This runs deinits of what the handler captured, so it is never called
  /// under a lock (promise R4).
  open func releaseHandler() {}

  /// Takes the last event of a signal: completion if `error` is nil. A subscription without a handler for it ignores
  /// the event.
  open func receiveLast(_ error: (any Error)?) {}
}

extension SubscriptionNode {
  /// Ends a subscription that is in no registry. Returns false if it had ended already.
  @inlinable public final func end() -> Bool { endFromState() != nil }

  /// Ends a subscription that is in no registry. Returns the state before the end, or nil if it had ended already.
  @inlinable public final func endFromState() -> UInt32? {
    let old = state.bitwiseAnd(~Self.active, ordering: .acquiringAndReleasing).oldValue
    guard old & Self.active != 0 else { return nil }
    Probe.disposed(self)
    return old
  }

  /// Sets `bits` in the state of a subscription that is in no registry and is not waitable; only the lowest bit of such
  /// a state has a meaning here. Returns whether the subscription was active at that moment.
  @inlinable public final func mark(_ bits: UInt32) -> Bool {
    state.bitwiseOr(bits, ordering: .acquiringAndReleasing).oldValue & Self.active != 0
  }

  /// Whether any of `bits` has been marked.
  @inlinable public final func isMarked(_ bits: UInt32) -> Bool { state.load(ordering: .acquiring) & bits != 0 }

  /// Whether the subscription has ended and was never marked.
  @inlinable public final var isBlank: Bool { state.load(ordering: .relaxed) == 0 }

  /// Makes a blank subscription active again. The caller must know that no other code has the subscription.
  @inlinable public final func reactivate() { state.store(Self.active, ordering: .relaxed) }

  /// Marks the subscription as ended. Called under the registry's lock.
  @inlinable @inline(__always)
  public final func deactivate() {
    if state.load(ordering: .relaxed) & Self.waitable == 0 {
      state.store(0, ordering: .relaxed)
    } else {
      state.bitwiseAnd(~Self.active, ordering: .acquiringAndReleasing)
    }
  }
}

// Printing a node, as a failed expectation does, walks its stored properties unless it has its own mirror. The
// runtime cannot reflect an optional of a noncopyable type, such as the handler, and ends the program.
extension SubscriptionNode: CustomReflectable {
  public final var customMirror: Mirror { Mirror(self, children: ["isDisposed": isDisposed]) }
}
