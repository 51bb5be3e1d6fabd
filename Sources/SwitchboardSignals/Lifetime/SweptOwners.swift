import SwitchboardBroadcast

/// What is bound to owners that cannot say when they die, in another target of this package. Swept when their owners have doubled since the last time, and by a census: so the
/// dead never outnumber the living by more than a few; O(1) amortised.
package final class SweptOwners: Sendable {
  /// What is bound to one owner. The owner is known by its address for as long as it lives: another object that is made there
  /// afterwards finds the weak reference empty, and begins anew.
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

  /// What ends when `owner` does: at once if it can say when, else when it is swept. Nil if it is going away already.
  package func bag(of owner: any AnyObject & Sendable) -> CompositeDisposable? {
    // An object that is being deinitialised can still be used, but nothing can refer to it weakly.
    if isGoingAway(owner) { return nil }
    return Self.lifetime(of: owner)?.members ?? record(of: owner).bag
  }

  /// What is bound to `owner` now.
  package func members(of owner: AnyObject) -> [any Disposable] {
    (Self.lifetime(of: owner)?.members ?? existingRecord(of: owner)?.bag)?.members ?? []
  }

  private static func lifetime(of owner: AnyObject) -> Lifetime? {
    #if canImport(ObjectiveC)
      Lifetime.of(owner)
    #else
      (owner as? any LifetimeOwner)?.lifetime
    #endif
  }

  /// The record of `owner`, made if there is none.
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

  /// The record of `owner`, if there is one.
  private func existingRecord(of owner: AnyObject) -> Record? {
    state.withLock { state in
      guard let entry = state.entries[ObjectIdentifier(owner)], entry.owner === owner else { return nil }
      return entry.record
    }
  }

  /// Ends what is bound to owners that are gone. O(owners of this kind).
  package func sweep() {
    // Whoever looks at a weak reference may be the last to let go of what it finds: not under the lock (R4).
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
