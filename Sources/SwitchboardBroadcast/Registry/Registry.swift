public import CSwitchboardBroadcast

/// The set of subscriptions of one subject, key or event type, and the lock that arbitrates it.
///
/// A registry knows nothing of values. The broadcaster and its subscriptions share the registry; see ``Subscription``
/// for the references between them.
open class Registry<Storage: SubscriberStorage & ~Copyable>: @unchecked Sendable {
  // Sound: `word` and `storage` are made of atomics; everything else is touched only under the word's lock.

  @usableFromInline final let word: StateWord
  @usableFromInline final let storage = Storage()

  /// The word's flags as they are after the next unlock: `pending`, `garbage`, `closed`, `phase`, `concurrent`.
  @exclusivity(unchecked) @usableFromInline final var flags: UInt64
  /// What was retired during the current phase: a walker of either phase may still see it.
  @exclusivity(unchecked) @usableFromInline final var fresh = Retired<Storage>()
  /// What was retired before the current phase began: only walkers of the other phase may still see it.
  @exclusivity(unchecked) @usableFromInline final var waiting = Retired<Storage>()

  #if Tracing
    @exclusivity(unchecked) @usableFromInline final var probe = Probe.OfRegistry()
    @exclusivity(unchecked) @usableFromInline final var lockedProbe = Probe.UnderLock()
  #endif

  @inlinable init(concurrent: Bool, biased: Bool) {
    flags = concurrent ? StateWord.concurrent : 0
    word = StateWord(biased && !concurrent && switchboard_bias_is_available() ? StateWord.biasable : flags)
    Probe.enlisted(self)
  }

  deinit {
    Probe.delisted(self)
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

extension Registry where Storage: ~Copyable {
  /// The number of live subscriptions, and for how many there is memory. Takes the lock. O(1).
  @inlinable final var census: Census {
    _ = word.acquire()
    let census = Census(count: storage.count, capacity: storage.capacity)
    unlock()
    return census
  }

  @inlinable final var isClosed: Bool { flags & StateWord.closed != 0 }

  /// Adds a subscription. Called under the lock.
  @inlinable
  final func insert(_ node: Node<Storage>, exclusive: Bool) {
    node.isLinked = true
    storage.append(Unmanaged.passRetained(node), exclusive: exclusive, retired: &fresh)
  }

  /// Ends a subscription: the work that `dispose()` does.
  @inlinable @inline(never)
  final func remove(_ node: Node<Storage>) {
    let word = word.acquire()
    // Another thread, or the terminal event, may have ended the subscription first.
    if node.isDisposed { return unlock() }
    node.deactivate()
    Probe.disposed(node, in: self)
    let reference = Unmanaged.passUnretained(node)
    let exclusive = word & StateWord.walkers == 0
    guard node.isLinked else {
      if node.isLate { return unlock() }
      // The subscription waits for its turn to join, or its replay is in progress and the handler may be running.
      if exclusive {
        unlock()
        node.releaseHandler()
      } else {
        fresh.add(Unmanaged.passRetained(node))
        unlock()
      }
      return
    }
    storage.remove(reference, exclusive: exclusive)
    guard exclusive else {
      fresh.add(reference)
      return unlock()
    }
    storage.compact(retired: &fresh)
    unlock()
    node.releaseHandler()
    reference.release()
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
