public import SwitchboardBroadcast

/// An owner without a ``Lifetime``, and the disposables that are bound to the owner.
@usableFromInline
package final class SweptOwner: @unchecked Sendable {
  // Sound: `owner` is written only in the initialiser.
  fileprivate weak var owner: (any AnyObject & Sendable)?
  fileprivate let bag = CompositeDisposable()

  fileprivate init(_ owner: any AnyObject & Sendable) { self.owner = owner }

  /// Returns whether the owner has been deallocated. If so, ends what is bound to the owner.
  ///
  /// Called with no lock held: the look retains the owner, so the owner's deinit may run here (promise R4).
  package func isGone() -> Bool {
    if owner != nil { return false }
    bag.dispose()
    return true
  }
}

/// The tie of a subscription to its owner.
@usableFromInline
package struct OwnerBond: Sendable {
  /// Disposed when the owner is deallocated: immediately if the owner has a ``Lifetime``, otherwise at the next
  /// delivery or at a later sweep.
  @usableFromInline package let bag: CompositeDisposable
  /// The owner, if it has no ``Lifetime``. A delivery asks whether such an owner is gone.
  package let owner: SweptOwner?
}

/// The disposables of owners without a ``Lifetime``, for another target of this package. A sweep runs at a census, and
/// when the number of owners has doubled since the last sweep. So deallocated owners never outnumber live owners by
/// more than a few. O(1) amortised.
@usableFromInline
package final class SweptOwners: Sendable {
  private struct State {
    /// The owners by address. If a later object has the address of a deallocated owner, the weak reference is nil, and
    /// the later object gets a new entry.
    var entries: [ObjectIdentifier: SweptOwner] = [:]
    var threshold = 16
  }

  private let state = Lock(State())

  package init() {}

  // A subscription keeps its owners' entries, and an entry keeps the subscriptions that are bound to the owner.
  deinit { for entry in state.withLock({ Array($0.entries.values) }) { entry.bag.dispose() } }

  /// Returns the bond of a subscription to `owner`. Returns nil if `owner` is being deinitialised.
  @usableFromInline
  package func bond(to owner: any AnyObject & Sendable) -> OwnerBond? {
    // An object that is being deinitialised can still be used, but no weak reference to it can be made.
    if isGoingAway(owner) { return nil }
    if let lifetime = Lifetime.announced(by: owner) { return OwnerBond(bag: lifetime.members, owner: nil) }
    let entry = entry(of: owner)
    return OwnerBond(bag: entry.bag, owner: entry)
  }

  /// Returns the composite that is disposed with `owner`, for subscriptions whose handlers look for the owner
  /// themselves. Returns nil if `owner` is being deinitialised.
  @usableFromInline
  package func bag(of owner: any AnyObject & Sendable) -> CompositeDisposable? {
    bond(to: owner)?.bag
  }

  /// Subscribes for as long as `owner` lives: passes `subscribe` the composite of ``bag(of:)``. If `owner` is already
  /// being deallocated, the returned subscription has ended.
  @inlinable
  package func subscription(
    boundTo owner: any AnyObject & Sendable, _ subscribe: (CompositeDisposable) -> Subscription
  ) -> Subscription {
    guard let bag = bag(of: owner) else { return .ended }
    let subscription = subscribe(bag)
    Probe.owned(subscription.node, by: owner)
    return subscription
  }

  /// Returns the composite that is disposed with `owner`, or nil if there is none.
  package func existingBag(of owner: AnyObject) -> CompositeDisposable? {
    Lifetime.announced(by: owner)?.members ?? existingEntry(of: owner)?.bag
  }

  /// Returns the entry of `owner`, made if there is none.
  private func entry(of owner: any AnyObject & Sendable) -> SweptOwner {
    let (entry, dead, isCrowded) = state.withLock { state -> (SweptOwner, SweptOwner?, Bool) in
      let id = ObjectIdentifier(owner)
      let old = state.entries[id]
      if let old, old.owner === owner { return (old, nil, false) }
      let made = SweptOwner(owner)
      state.entries[id] = made
      return (made, old, state.entries.count >= state.threshold)
    }
    dead?.bag.dispose()
    if isCrowded { sweep() }
    return entry
  }

  /// Returns the entry of `owner`, or nil if there is none.
  private func existingEntry(of owner: AnyObject) -> SweptOwner? {
    state.withLock { state in
      guard let entry = state.entries[ObjectIdentifier(owner)], entry.owner === owner else { return nil }
      return entry
    }
  }

  /// Disposes what is bound to deallocated owners. O(owners of this kind).
  package func sweep() {
    // Reading a weak reference retains the object. If this function then releases the object last, the object's deinit
    // runs, which must not happen under the lock (promise R4).
    let (dead, seen) = state.withLock { state -> ([SweptOwner], [any AnyObject & Sendable]) in
      if state.entries.isEmpty { return ([], []) }
      var (dead, seen): ([SweptOwner], [any AnyObject & Sendable]) = ([], [])
      state.entries = state.entries.filter { _, entry in
        let owner = entry.owner
        if let owner { seen.append(owner) } else { dead.append(entry) }
        return owner != nil
      }
      state.threshold = max(16, 2 * state.entries.count)
      return (dead, seen)
    }
    UpdateScope.runForeign { for entry in dead { entry.bag.dispose() } }
    keepAlive(seen)
  }
}

extension DisposableObject {
  /// Whether this object is a chain. For another target of this package.
  package var isChain: Bool { self is Chain }

  /// The objects directly upstream of a chain. Nil if this object is no chain. For another target of this package.
  package var directUpstream: [any DisposableObject]? {
    (self as? Chain)?.upstream.withLock { [$0.first, $0.second].compactMap { $0 } + $0.others }
  }
}
