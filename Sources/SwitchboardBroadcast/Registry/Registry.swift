/// The lock of one subject, key or event type, and what waits to be released: the part of a registry that does not
/// depend on the storage.
///
/// A registry knows nothing of values. The broadcaster and its subscriptions share the registry; see
/// ``SubscriptionNode`` for the references between them.
open class Registry: @unchecked Sendable {
  // Sound: `word` is made of atomics; everything else is touched only under the word's lock.

  @usableFromInline final let word: RegistryWord

  /// The word's flags as they are after the next unlock: `pending`, `garbage`, `closed`, `phase`, `concurrent`.
  @safe @exclusivity(unchecked) @usableFromInline final var flags: UInt64
  /// What was retired during the current phase: a walker of either phase may still see it.
  @safe @exclusivity(unchecked) @usableFromInline final var fresh = Retired()
  /// What was retired before the current phase began: only walkers of the other phase may still see it.
  @safe @exclusivity(unchecked) @usableFromInline final var waiting = Retired()

  #if Tracing
    @safe @exclusivity(unchecked) @usableFromInline final var probe = Probe.OfRegistry()
    @safe @exclusivity(unchecked) @usableFromInline final var lockedProbe = Probe.UnderLock()
  #endif

  @inlinable init(concurrent: Bool, biased: Bool) {
    flags = concurrent ? StateWord.concurrent : 0
    word = RegistryWord(flags, biased: biased && !concurrent)
  }

  @inlinable final var isClosed: Bool { flags & StateWord.closed != 0 }
}

/// The set of subscriptions of one subject, key or event type, in a storage.
open class StoredRegistry<Storage: SubscriberStorage & ~Copyable>: Registry, @unchecked Sendable {
  // Sound: what walks read of `storage` is atomic; everything else is touched only under the lock.

  @usableFromInline final let storage = Storage()

  @inlinable override init(concurrent: Bool, biased: Bool) {
    super.init(concurrent: concurrent, biased: biased)
    Probe.enlisted(self)
  }

  deinit {
    Probe.delisted(self)
  }

  /// Ends a subscription: the work that `dispose()` does.
  ///
  /// A subclass for one storage overrides this function with a call of `super`. A generic class has one table of
  /// methods for all its instantiations, so `dispose()` would otherwise reach code that is compiled for no storage.
  /// That code is ten times slower.
  @inlinable open func remove(_ node: Node) {
    let word = word.acquire()
    // Another thread, or the terminal event, may have ended the subscription first.
    if node.isDisposed { return unlock() }
    node.deactivate()
    Probe.disposed(node, in: self)
    let reference = unsafe Unmanaged<SubscriptionNode>.passUnretained(node)
    let exclusive = word & StateWord.walkers == 0
    guard node.isLinked else {
      if node.isLate { return unlock() }
      // The subscription waits for its turn to join, or its replay is in progress and the handler may be running.
      if exclusive {
        unlock()
        node.releaseHandler()
      } else {
        unsafe fresh.add(.passRetained(node))
        unlock()
      }
      return
    }
    unsafe storage.remove(reference, exclusive: exclusive)
    guard exclusive else {
      unsafe fresh.add(reference)
      return unlock()
    }
    storage.compact(retired: &fresh)
    unlock()
    node.releaseHandler()
    unsafe reference.release()
  }
}

extension StoredRegistry where Storage: ~Copyable {
  /// The part of a subscription that a storage knows: its links, and the registry that holds it.
  open class Node: SubscriptionNode, @unchecked Sendable {
    // Sound: `links` is touched only under the registry's lock, or before publication. `registry` is constant.

    @usableFromInline final let registry: StoredRegistry
    @safe @exclusivity(unchecked) @usableFromInline final var links: Storage.Links
    /// Whether the storage holds this node. Guarded by the lock.
    @safe @exclusivity(unchecked) @usableFromInline final var isLinked = false
    /// Whether the subscription was made after the end and gets its replay outside of a delivery. No delivery delays
    /// the release of its handler then, so the code that runs the replay releases the handler. Guarded by the lock.
    @safe @exclusivity(unchecked) @usableFromInline final var isLate = false

    @inlinable init(_ registry: StoredRegistry, waitable: Bool) {
      self.registry = registry
      links = Storage.unlinked
      super.init(waitable: waitable)
    }

    public final override func detach() { registry.remove(self) }
  }

  /// The number of live subscriptions, and for how many there is memory. Takes the lock. O(1).
  @inlinable public final var census: Census {
    _ = word.acquire()
    let census = Census(count: storage.count, capacity: storage.capacity)
    unlock()
    return census
  }

  /// Adds a subscription. Called under the lock.
  @inlinable
  final func insert(_ node: Node, exclusive: Bool) {
    node.isLinked = true
    unsafe storage.append(.passRetained(node), exclusive: exclusive, retired: &fresh)
  }

  /// Ends every subscription. Called under the lock.
  @inlinable
  final func retireAll() {
    Probe.retiring(self)
    storage.removeAll(&fresh)
  }

  /// Test support: stops the program if the storage is broken. Call it only while no delivery is in progress.
  public final func checkInvariants() {
    let word = word.acquire()
    require(
      word & StateWord.walkers == 0,
      "checkInvariants() cannot run during a delivery; call it when no delivery is in progress")
    storage.checkInvariants()
    unlock()
  }
}

/// What a subject holds: the number of its subscriptions, and the memory for them. A snapshot, counted under the lock
/// of the subject's registry, so the two numbers belong together.
public struct Census: Equatable, Sendable {
  /// The number of live subscriptions.
  public let count: Int
  /// The number of subscriptions for which there is memory, at rest at most 4 × ``count`` + 16 (promise R10).
  public let capacity: Int

  @inlinable package init(count: Int, capacity: Int) {
    self.count = count
    self.capacity = capacity
  }
}
