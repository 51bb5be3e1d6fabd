import SwitchboardBroadcast

/// The properties of objects that are targets of bindings. Each property takes one binding at a time.
///
/// Objects have no place to store their bindings, so the bindings are stored here, by the address of the object. The
/// references are weak, to tell an object from a later object at the same address.
final class KeyPathTargets: Sendable {
  static let shared = KeyPathTargets()

  private struct Entry: Sendable {
    let keyPath: ComparedKeyPath
    weak var object: (any AnyObject & Sendable)?
    weak var binding: SubscriptionNode?

    /// Whether the object exists and the binding has not ended. Reading this may release the last reference to either,
    /// so do not read it under a lock.
    var isLive: Bool { object != nil && binding?.isDisposed == false }
  }

  private struct State {
    var entries: [ObjectIdentifier: [Entry]] = [:]
    /// Changes with each write, so that a decision made without the lock is recognised as out of date.
    var version = 0
  }

  private let state = Lock(State())

  /// The number of objects with an entry.
  var count: Int { state.withLock { $0.entries.count } }

  /// Stores `binding` until it ends. Returns false if another binding of the same property has not ended.
  func take(
    _ object: any AnyObject & Sendable, _ keyPath: ComparedKeyPath, for binding: Chain
  ) -> Bool {
    let key = ObjectIdentifier(object)
    while true {
      let (known, version) = state.withLock { ($0.entries[key] ?? [], $0.version) }
      // Key paths may hold user values, and comparing those runs user code: no lock is held (promise R4).
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

/// Sound: a key path never changes, and this copy is only compared with others.
struct ComparedKeyPath: @unchecked Sendable {
  let keyPath: AnyKeyPath
}
