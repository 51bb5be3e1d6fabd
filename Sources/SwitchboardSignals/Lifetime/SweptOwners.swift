public import SwitchboardBroadcast

/// The disposables of owners without a ``Lifetime``, for another target of this package. A sweep runs at a census, and
/// when the number of owners has doubled since the last sweep. So deallocated owners never outnumber live owners by
/// more than a few. O(1) amortised.
@usableFromInline
package final class SweptOwners: Sendable {
  /// The disposables that are bound to one owner. The table finds an entry by the address of its owner. If a later
  /// object has the address of a deallocated owner, the weak reference is nil, and the later object gets a new bag.
  private struct Entry {
    weak var owner: (any AnyObject & Sendable)?
    let bag: CompositeDisposable
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var threshold = 16
  }

  private let state = Lock(State())

  package init() {}

  /// Returns the composite that is disposed when `owner` is deallocated: immediately if `owner` has a ``Lifetime``,
  /// otherwise at a later sweep. Returns nil if `owner` is being deinitialised.
  @usableFromInline
  package func bag(of owner: any AnyObject & Sendable) -> CompositeDisposable? {
    // An object that is being deinitialised can still be used, but no weak reference to it can be made.
    if isGoingAway(owner) { return nil }
    return Lifetime.announced(by: owner)?.members ?? sweptBag(of: owner)
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

  /// Returns the disposables that are bound to `owner` now.
  package func members(of owner: AnyObject) -> [any DisposableObject] {
    (Lifetime.announced(by: owner)?.members ?? existingBag(of: owner))?.members ?? []
  }

  /// Returns the bag of `owner`, made if there is none.
  private func sweptBag(of owner: any AnyObject & Sendable) -> CompositeDisposable {
    let (bag, dead, isCrowded) = state.withLock { state -> (CompositeDisposable, CompositeDisposable?, Bool) in
      let id = ObjectIdentifier(owner)
      let old = state.entries[id]
      if let old, old.owner === owner { return (old.bag, nil, false) }
      let made = CompositeDisposable()
      state.entries[id] = Entry(owner: owner, bag: made)
      return (made, old?.bag, state.entries.count >= state.threshold)
    }
    dead?.dispose()
    if isCrowded { sweep() }
    return bag
  }

  /// Returns the bag of `owner`, or nil if there is none.
  private func existingBag(of owner: AnyObject) -> CompositeDisposable? {
    state.withLock { state in
      guard let entry = state.entries[ObjectIdentifier(owner)], entry.owner === owner else { return nil }
      return entry.bag
    }
  }

  /// Disposes what is bound to deallocated owners. O(owners of this kind).
  package func sweep() {
    // Reading a weak reference retains the object. If this function then releases the object last, the object's deinit
    // runs, which must not happen under the lock (promise R4).
    let (dead, seen) = state.withLock { state -> ([CompositeDisposable], [any AnyObject & Sendable]) in
      if state.entries.isEmpty { return ([], []) }
      var (dead, seen): ([CompositeDisposable], [any AnyObject & Sendable]) = ([], [])
      state.entries = state.entries.filter { _, entry in
        let owner = entry.owner
        if let owner { seen.append(owner) } else { dead.append(entry.bag) }
        return owner != nil
      }
      state.threshold = max(16, 2 * state.entries.count)
      return (dead, seen)
    }
    UpdateScope.runForeign { for bag in dead { bag.dispose() } }
    keepAlive(seen)
  }
}
