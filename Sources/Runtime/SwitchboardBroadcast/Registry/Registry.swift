/// The lock of one subject, key or event type, with what waits to be delivered and what waits to be released: the part
/// of a registry that does not depend on the storage.
///
/// A registry knows no type of values. The broadcaster and its subscriptions share the registry; see
/// ``SubscriptionNode`` for the references between them.
open class Registry: @unchecked Sendable {
  // Sound: `word` is made of atomics; everything else is touched only under the word's lock.

  @usableFromInline final let word: RegistryWord

  /// The word's flags as they are after the next unlock: `pending`, `garbage`, `closed`, `phase`, `concurrent`. In one
  /// byte, which lies in the padding behind the word.
  @safe @exclusivity(unchecked) @usableFromInline final var flagByte: UInt8
  /// Whether the last event is accepted and its delivery has not begun. `pending` is set meanwhile.
  @safe @exclusivity(unchecked) @usableFromInline final var isEnding = false
  /// What was retired during the current phase: a walker of either phase may still see it.
  @safe @exclusivity(unchecked) @usableFromInline final var fresh = Retired()
  /// What was retired before the current phase began: only walkers of the other phase may still see it.
  @safe @exclusivity(unchecked) @usableFromInline final var waiting = Retired()
  /// What was accepted during a delivery. `pending` is set while there is an entry.
  @safe @exclusivity(unchecked) @usableFromInline final var queue = SerialQueue()
  /// The last event, once it is accepted. Late subscribers get the event after its delivery has begun; see `isEnding`.
  @safe @exclusivity(unchecked) @usableFromInline final var terminal: KeptEvent?

  #if Tracing
    @safe @exclusivity(unchecked) @usableFromInline final var probe = Probe.OfRegistry()
    @safe @exclusivity(unchecked) @usableFromInline final var lockedProbe = Probe.UnderLock()
  #endif

  @inlinable init(concurrent: Bool, biased: Bool) {
    let flags = concurrent ? StateWord.concurrent : 0
    flagByte = UInt8(truncatingIfNeeded: flags)
    word = RegistryWord(flags, biased: biased && !concurrent)
  }

  @inlinable final var flags: UInt64 {
    @inline(__always) get { UInt64(flagByte) }
    @inline(__always) set { flagByte = UInt8(truncatingIfNeeded: newValue) }
  }

  @inlinable final var isClosed: Bool { flags & StateWord.closed != 0 }

  /// Ends every subscription without an event. Called when the owner of the registry is deallocated.
  open func close() {}

  /// Delivers the last event, and ends all subscriptions.
  open func deliverLast(_ event: LastEvent) {}

  /// Gives the lock back, and releases what no delivery can see any more. See ``unlock(enter:leave:standing:)``.
  open func unlockAndReclaim(enter: UInt64, leave: UInt64, standing: UInt64) {}
}

extension Registry {
  /// Takes the lock. Returns the word as it is under the lock.
  @usableFromInline final func lock() -> UInt64 { word.acquire() }

  /// See ``Broadcaster/identify(as:name:fileID:line:)``.
  @inlinable
  public final func identify(
    as type: Any.Type, name: String?, isValue: Bool = false, fileID: StaticString?, line: UInt32
  ) {
    Probe.identified(self, type, name, isValue: isValue, fileID, line)
  }

  /// Gives the lock back.
  @usableFromInline final func unlock() { unlock(enter: 0) }

  /// Runs `body` under the lock. `body` must be a few moves: no user code, not even a deinit (promise R4).
  @inlinable @inline(__always)
  public final func withLock<Result>(_ body: () -> Result) -> Result {
    _ = lock()
    let result = body()
    unlock()
    return result
  }
}

/// Gives one subscription the last event of its registry.
public typealias LastEvent = @Sendable (SubscriptionNode) -> Void

/// A last event that a registry keeps. An optional closure would be stored in its most general form, and each copy of
/// such a closure is an allocation.
@usableFromInline
struct KeptEvent: Sendable {
  @usableFromInline let event: LastEvent
  @inlinable init(_ event: @escaping LastEvent) { self.event = event }
}

/// The set of subscriptions of one subject, key or event type, in a storage.
open class StoredRegistry<Storage: SubscriberStorage & ~Copyable>: Registry, @unchecked Sendable {
  // Sound: what walks read of `storage` is atomic; everything else is touched only under the lock.

  @usableFromInline final let storage = Storage()

  @inlinable public override init(concurrent: Bool, biased: Bool) {
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
  /// That code is ten times slower. The same is true of the other functions that a subclass overrides.
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

  @inlinable open override func close() { closeNow() }

  @inlinable open override func deliverLast(_ event: LastEvent) { deliverLastNow(event) }

  @inlinable
  open override func unlockAndReclaim(enter: UInt64, leave: UInt64, standing: UInt64) {
    reclaim(enter: enter, leave: leave, standing: standing)
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
    @safe @exclusivity(unchecked) @usableFromInline package final var isLate = false

    @inlinable init(_ registry: StoredRegistry, waitable: Bool) {
      self.registry = registry
      links = Storage.unlinked
      super.init(waitable: waitable)
    }

    public final override func detach() { registry.remove(self) }

    #if Inspector
      @usableFromInline final override var registryOfNode: Registry? { registry }
    #endif
  }

  /// The number of live subscriptions, and for how many there is memory. Takes the lock. O(1).
  @inlinable public final var census: Census {
    _ = lock()
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
