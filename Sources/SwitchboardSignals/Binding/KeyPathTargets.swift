import SwitchboardBroadcast

/// The properties of objects that something is bound to: each takes one binding at a time.
///
/// Objects have no place to note it, so it is noted here, by their address; weakly, to tell an object from a later one at the
/// same address.
final class KeyPathTargets: Sendable {
  static let shared = KeyPathTargets()

  private struct Entry: Sendable {
    let keyPath: ComparedKeyPath
    weak var object: (any AnyObject & Sendable)?
    weak var binding: Subscription?

    /// May be the last to let go of what it looks at: not under a lock.
    var isLive: Bool { object != nil && binding?.isDisposed == false }
  }

  private struct State {
    var entries: [ObjectIdentifier: [Entry]] = [:]
    /// Changes, so that a decision made without the lock can be seen to be out of date.
    var version = 0
  }

  private let state = Lock(State())

  /// For how many objects something is noted.
  var count: Int { state.withLock { $0.entries.count } }

  /// Notes `binding`, until it ends. False if there is another of the same property that has not ended.
  func take(
    _ object: any AnyObject & Sendable, _ keyPath: ComparedKeyPath, for binding: Chain
  ) -> Bool {
    let key = ObjectIdentifier(object)
    while true {
      let (known, version) = state.withLock { ($0.entries[key] ?? [], $0.version) }
      // Key paths may hold values of the user's, whose comparison is the user's code (R4).
      var live = known.filter(\.isLive)
      if live.contains(where: { $0.keyPath.keyPath == keyPath.keyPath }) { return false }
      live.append(Entry(keyPath: keyPath, object: object, binding: binding))
      let isNoted = replace(key, live, ifStill: version)
      if isNoted { break }
    }
    binding.add(ActionDisposable { [weak self] in self?.sweep(key) })
    return true
  }

  private func sweep(_ key: ObjectIdentifier) {
    while true {
      let (known, version) = state.withLock { ($0.entries[key] ?? [], $0.version) }
      if replace(key, known.filter(\.isLive), ifStill: version) { return }
    }
  }

  private func replace(_ key: ObjectIdentifier, _ entries: [Entry], ifStill version: Int) -> Bool {
    let (isReplaced, old) = state.withLock { state -> (Bool, [Entry]?) in
      if state.version != version { return (false, nil) }
      state.version += 1
      let old = state.entries[key]
      if entries.isEmpty {
        state.entries[key] = nil
        if state.entries.isEmpty { state.entries = [:] }
      } else {
        state.entries[key] = entries
      }
      return (true, old)
    }
    withExtendedLifetime(old) {}
    return isReplaced
  }
}

/// Sound: a key path never changes, and from here it is only compared with others.
struct ComparedKeyPath: @unchecked Sendable {
  let keyPath: AnyKeyPath
}
