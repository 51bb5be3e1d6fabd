internal import CSwitchboardBroadcast

/// An object that must be gone at the end of a run.
struct TrackedOwner: @unchecked Sendable {
  // Sound: of the owner only whether it is alive is asked.
  private weak var owner: AnyObject?
  let key: OwnerKey

  init(_ owner: AnyObject, _ key: OwnerKey) { (self.owner, self.key) = (owner, key) }

  /// Not to be asked under a lock: whoever looks at a weak reference may be the last to let go of what it finds (R4).
  var isAlive: Bool { owner != nil }
}

extension [TrackedOwner] {
  /// Those that are alive, and not only because somebody looks at them just now: a delivery on another thread to a weak
  /// owner, or a search for owners that are gone, holds them for a moment.
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
