import SwitchboardBroadcast

/// The observations of owners that cannot say when they die. Swept when their owners have doubled since the last time, and by a census: so the
/// dead never outnumber the living by more than a few; O(1) amortised.
final class SweptOwners: Sendable {
  /// What one owner observes. The owner is known by its address for as long as it lives: another object that is made there
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

  /// The record of `owner`, made if there is none.
  func record(of owner: any AnyObject & Sendable) -> Record {
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

  /// What `owner` observes, if anything.
  func existingRecord(of owner: AnyObject) -> Record? {
    state.withLock { state in
      guard let entry = state.entries[ObjectIdentifier(owner)], entry.owner === owner else { return nil }
      return entry.record
    }
  }

  /// Ends what owners that are gone observe. O(owners of this kind).
  func sweep() {
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
    for record in dead { record.bag.dispose() }
    withExtendedLifetime(seen) {}
  }
}
