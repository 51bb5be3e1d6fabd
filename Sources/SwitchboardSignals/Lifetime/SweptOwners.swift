import SwitchboardBroadcast

/// The disposables of owners without a ``Lifetime``, for another target of this package. A sweep runs at a census, and
/// when the number of owners has doubled since the last sweep. So deallocated owners never outnumber live owners by
/// more than a few. O(1) amortised.
package final class SweptOwners: Sendable {
  /// The disposables that are bound to one owner. The table finds a record by the address of its owner. If a later
  /// object has the address of a deallocated owner, the weak reference is nil, and the later object gets a new record.
  final class Record: Sendable {
    let bag = CompositeDisposable()
  }

  private struct Entry {
    weak var owner: (any AnyObject & Sendable)?
    let record: Record
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var threshold = 16
  }

  private let state = Lock(State())

  package init() {}

  /// Returns the composite that is disposed when `owner` is deallocated: immediately if `owner` has a ``Lifetime``,
  /// otherwise at a later sweep. Returns nil if `owner` is being deinitialised.
  package func bag(of owner: any AnyObject & Sendable) -> CompositeDisposable? {
    // An object that is being deinitialised can still be used, but no weak reference to it can be made.
    if isGoingAway(owner) { return nil }
    return Self.lifetime(of: owner)?.members ?? record(of: owner).bag
  }

  /// Returns the disposables that are bound to `owner` now.
  package func members(of owner: AnyObject) -> [any DisposableObject] {
    (Self.lifetime(of: owner)?.members ?? existingRecord(of: owner)?.bag)?.members ?? []
  }

  private static func lifetime(of owner: AnyObject) -> Lifetime? {
    #if canImport(ObjectiveC)
      Lifetime.of(owner)
    #else
      (owner as? any LifetimeOwner)?.lifetime
    #endif
  }

  /// Returns the record of `owner`, made if there is none.
  private func record(of owner: any AnyObject & Sendable) -> Record {
    let (record, dead, isCrowded) = state.withLock { state -> (Record, Record?, Bool) in
      let id = ObjectIdentifier(owner)
      let old = state.entries[id]
      if let old, old.owner === owner { return (old.record, nil, false) }
      let made = Record()
      state.entries[id] = Entry(owner: owner, record: made)
      return (made, old?.record, state.entries.count >= state.threshold)
    }
    dead?.bag.dispose()
    if isCrowded { sweep() }
    return record
  }

  /// Returns the record of `owner`, or nil if there is none.
  private func existingRecord(of owner: AnyObject) -> Record? {
    state.withLock { state in
      guard let entry = state.entries[ObjectIdentifier(owner)], entry.owner === owner else { return nil }
      return entry.record
    }
  }

  /// Disposes what is bound to deallocated owners. O(owners of this kind).
  package func sweep() {
    // Reading a weak reference retains the object. If this function then releases the object last, the object's deinit
    // runs, which must not happen under the lock (promise R4).
    let (dead, seen) = state.withLock { state -> ([Record], [any AnyObject & Sendable]) in
      if state.entries.isEmpty { return ([], []) }
      var (dead, seen): ([Record], [any AnyObject & Sendable]) = ([], [])
      var living: [ObjectIdentifier: Entry] = [:]
      for (id, entry) in state.entries {
        if let owner = entry.owner {
          seen.append(owner)
          living[id] = entry
        } else {
          dead.append(entry.record)
        }
      }
      state.entries = living
      state.threshold = max(16, 2 * living.count)
      return (dead, seen)
    }
    UpdateScope.runForeign { for record in dead { record.bag.dispose() } }
    withExtendedLifetime(seen) {}
  }
}
