internal import CSwitchboardTracing

/// The live objects that keep values for the program and are no registries: boards, buses, and the buffers of readers.
/// The list keeps none of them alive.
package enum ValueKeepers {
  private struct Entry {
    weak var keeper: AnyObject?
    var count: (AnyObject, UInt32) -> [UInt32: Int]
    var kept: Kept
  }

  /// What a keeper keeps.
  package struct Kept {
    /// The keeper's number, from the numbers of registries.
    package var number: UInt32
    /// The number of the label of the keeper's type; see ``TraceNames``.
    package var type: UInt32
    package var name: String?
    /// The number of the source line that made the keeper.
    package var site: UInt32
    /// The number of the leak check whose code made the keeper; 0 if there is none.
    package var scope: UInt32
    /// The number of values that code of the asking leak check made, by the number of the line that wrote them; 0 if
    /// the line is unknown.
    package var counts: [UInt32: Int] = [:]

    package init(number: UInt32, type: UInt32, name: String?, site: UInt32, scope: UInt32) {
      (self.number, self.type, self.name, self.site, self.scope) = (number, type, name, site, scope)
    }
  }

  // Sound: accessed only under the recorder's lock.
  @safe private nonisolated(unsafe) static var entries: [Entry] = []
  /// The number of entries at which deallocated keepers leave the list. Sound: as for `entries`.
  @safe private nonisolated(unsafe) static var threshold = 16

  /// Adds a keeper. `count` gets the number of a leak check, and runs with no lock held. O(1) amortised.
  package static func add<Keeper: AnyObject>(
    _ keeper: Keeper, _ kept: Kept, _ count: @escaping (Keeper, UInt32) -> [UInt32: Int]
  ) {
    // Sound: `count` gets only the keeper of its own entry.
    let entry = Entry(keeper: keeper, count: { unsafe count(unsafeDowncast($0, to: Keeper.self), $1) }, kept: kept)
    switchboard_trace_lock()
    entries.append(entry)
    let isCrowded = entries.count >= threshold
    switchboard_trace_unlock()
    if isCrowded { removeDeallocated() }
  }

  /// Returns the live keepers with the numbers of the values that code of the leak check `scope` made. O(keepers), and
  /// the cost of each count.
  package static func all(countingFor scope: UInt32) -> [Kept] {
    snapshot.compactMap { entry in
      entry.keeper.map { keeper in
        var kept = entry.kept
        kept.counts = entry.count(keeper, scope)
        return kept
      }
    }
  }

  private static var snapshot: [Entry] {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return entries
  }

  /// Loads the weak references without the lock: the release of a loaded reference may be the last, and run a deinit.
  private static func removeDeallocated() {
    let dead = Set(snapshot.lazy.filter { $0.keeper == nil }.map(\.kept.number))
    switchboard_trace_lock()
    entries.removeAll { dead.contains($0.kept.number) }
    threshold = max(16, 2 * entries.count)
    switchboard_trace_unlock()
  }
}
