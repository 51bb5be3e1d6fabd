import SwitchboardBroadcast

/// The properties of objects that are targets of bindings. Each property takes one binding at a time.
///
/// Objects have no place to store their bindings, so the bindings are stored here, by the address of the object. The
/// references are weak, to tell an object from a later object at the same address.
final class KeyPathTargets: Sendable {
  static let shared = KeyPathTargets()

  private struct Entry: Sendable {
    let keyPath: SentKeyPath<AnyKeyPath>
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
  func take(_ object: any AnyObject & Sendable, _ keyPath: AnyKeyPath, for binding: Chain) -> Bool {
    let key = ObjectIdentifier(object)
    let entry = Entry(keyPath: SentKeyPath(keyPath), object: object, binding: binding)
    let isFree = change(key) { live in
      // Key paths may hold user values, and comparing those runs user code: no lock is held (promise R4).
      live.contains { $0.keyPath.keyPath == keyPath } ? nil : live + [entry]
    }
    if isFree { binding.add(ActionDisposable { [weak self] in _ = self?.change(key) { $0 } }) }
    return isFree
  }

  /// Replaces the live entries of an object by those that `body` returns. Returns false if `body` returns nil.
  private func change(_ key: ObjectIdentifier, _ body: ([Entry]) -> [Entry]?) -> Bool {
    while true {
      let (known, version) = state.withLock { ($0.entries[key] ?? [], $0.version) }
      guard let entries = body(known.filter(\.isLive)) else { return false }
      let isReplaced = state.withLock { state in
        if state.version != version { return false }
        state.version += 1
        state.entries[key] = entries.isEmpty ? nil : entries
        if state.entries.isEmpty { state.entries = [:] }
        return true
      }
      // If the entries were replaced, these are the old ones.
      keepAlive(known)
      if isReplaced { return true }
    }
  }
}
