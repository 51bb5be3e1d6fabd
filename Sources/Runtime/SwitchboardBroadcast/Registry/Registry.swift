/// The subscriptions of one subject, key or event type, with the lock that guards them, what waits to be delivered, and
/// what waits to be released.
///
/// A registry knows no type of values. The broadcaster and its subscriptions share the registry; see
/// ``SubscriptionNode`` for the references between them.
public final class Registry: @unchecked Sendable {
  // Sound: `word` is made of atomics, and so is what walks read of `storage`; everything else is touched only under the
  // word's lock.

  @usableFromInline let word: RegistryWord

  /// The word's flags as they are after the next unlock: `pending`, `garbage`, `closed`, `phase`, `concurrent`. In one
  /// byte, which lies in the padding behind the word.
  @safe @exclusivity(unchecked) @usableFromInline var flagByte: UInt8
  /// Whether the last event is accepted and its delivery has not begun. `pending` is set meanwhile.
  @safe @exclusivity(unchecked) @usableFromInline var isEnding = false
  /// What was retired during the current phase: a walker of either phase may still see it.
  @safe @exclusivity(unchecked) @usableFromInline var fresh = Retired()
  /// What was retired before the current phase began: only walkers of the other phase may still see it.
  @safe @exclusivity(unchecked) @usableFromInline var waiting = Retired()
  /// What was accepted during a delivery. `pending` is set while there is an entry.
  @safe @exclusivity(unchecked) @usableFromInline var queue = SerialQueue()
  /// The last event, once it is accepted. Late subscribers get the event after its delivery has begun; see `isEnding`.
  @safe @exclusivity(unchecked) @usableFromInline var terminal: KeptEvent?

  #if Tracing
    @safe @exclusivity(unchecked) @usableFromInline var probe = Probe.OfRegistry()
    @safe @exclusivity(unchecked) @usableFromInline var lockedProbe = Probe.UnderLock()
  #endif

  @usableFromInline let storage = SubscriberStorage()

  /// Makes a registry without subscriptions. One allocation. The owner calls ``close()`` at its end.
  @inlinable
  public init(concurrent: Bool, biased: Bool) {
    let flags = concurrent ? StateWord.concurrent : 0
    flagByte = UInt8(truncatingIfNeeded: flags)
    word = RegistryWord(flags, biased: biased && !concurrent)
    Probe.enlisted(self)
  }

  deinit { Probe.delisted(self) }
}

extension Registry {
  /// See ``Broadcaster/identify(as:name:fileID:line:)``.
  @inlinable
  public func identify(
    as type: Any.Type, name: String?, isValue: Bool = false, fileID: StaticString?, line: UInt32
  ) {
    Probe.identified(self, type, name, isValue: isValue, site: fileID.map { Probe.site($0, line) } ?? 0)
  }
}

extension Registry {
  /// The number of live subscriptions, and for how many there is memory. Takes the lock. O(1).
  @inlinable public var census: Census {
    _ = lock()
    let census = Census(count: storage.count, capacity: storage.capacity)
    unlock()
    return census
  }

  /// Adds a subscription. Called under the lock.
  @inline(__always)
  func insert(_ node: RegistryNode, exclusive: Bool) {
    node.isLinked = true
    unsafe storage.append(.passRetained(node), exclusive: exclusive, retired: &fresh)
  }

  /// Ends a subscription: the work that `dispose()` does.
  @usableFromInline
  func remove(_ node: RegistryNode) {
    let word = word.acquire()
    // Another thread, or the terminal event, may have ended the subscription first.
    if node.isDisposed { return unlock() }
    node.deactivate()
    Probe.disposed(node, in: self)
    let reference = unsafe Unmanaged<RegistryNode>.passUnretained(node)
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

  /// Ends every subscription. Called under the lock.
  func retireAll() {
    Probe.retiring(self)
    storage.removeAll(&fresh)
  }

  /// Test support: stops the program if the storage is broken. Call it only while no delivery is in progress.
  public func checkInvariants() {
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
