internal import SwitchboardBroadcast
internal import SwitchboardTracing

/// Objects that must be gone at the end of a run.
final class TrackedOwners: Sendable {
  // Sound: of the owner only whether it is alive is asked.
  private struct Entry: @unchecked Sendable {
    weak var owner: AnyObject?
    var type: String
    var site: TraceSite
  }

  /// An owner that is still there.
  struct Survivor: Hashable {
    /// The how manyeth that the run tracked: the same object in another run has the same place.
    var index: Int
    var type: String
    var site: TraceSite
  }

  private let entries = Lock<[Entry]>([])

  func add(_ owner: AnyObject, _ site: TraceSite) {
    let entry = Entry(owner: owner, type: "\(type(of: owner))", site: site)
    entries.withLock { $0.append(entry) }
  }

  var types: Set<String> { Set(entries.withLock { $0.map(\.type) }) }

  func survivors() -> [Survivor] {
    // A copy, because whoever looks at a weak reference may be the last to let go of what it finds (R4).
    let entries = self.entries.withLock { $0 }
    return entries.indices.compactMap { index in
      let entry = entries[index]
      return entry.owner == nil ? nil : Survivor(index: index, type: entry.type, site: entry.site)
    }
  }
}
