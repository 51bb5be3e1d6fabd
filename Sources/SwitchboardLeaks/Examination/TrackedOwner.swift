internal import CSwitchboardBroadcast

/// An object that must be deallocated at the end of a run.
struct TrackedOwner: @unchecked Sendable {
  // Sound: the owner is only tested for being alive.
  private weak var owner: AnyObject?
  let key: OwnerKey

  init(_ owner: AnyObject, _ key: OwnerKey) { (self.owner, self.key) = (owner, key) }

  /// Whether the owner is alive. Do not read this under a lock: loading a weak reference can yield the last strong
  /// reference, and its release runs the owner's deinit, which is user code (promise R4).
  var isAlive: Bool { owner != nil }
}

extension [TrackedOwner] {
  /// Returns the owners that are alive for good. Another thread may hold an owner for a moment: a delivery to a weak
  /// owner, or a search for deallocated owners.
  func confirmedAlive() -> [TrackedOwner] {
    var alive = filter(\.isAlive)
    var looks = 1
    while !alive.isEmpty, looks < 100 {
      switchboard_yield()
      alive.removeAll { !$0.isAlive }
      looks += 1
    }
    return alive
  }
}
