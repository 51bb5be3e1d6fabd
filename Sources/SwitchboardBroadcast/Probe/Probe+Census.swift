#if Tracing
  public import CSwitchboardTracing
  package import SwitchboardTracing

  // What leak checks see of this target.

  extension Probe {
    @inlinable
    static func enlisted<Storage: ~Copyable>(_ registry: Registry<Storage>) {
      // Sound: two words, a reference and a table; see ``LiveRegistries``. The entry stays where it is, in an object.
      let words = unsafeBitCast(registry as any CensusMember, to: (UnsafeMutableRawPointer, UnsafeRawPointer).self)
      registry.probe.entry.object = words.0
      registry.probe.entry.table = words.1
      if switchboard_census_has_scopes() { registry.probe.scope = currentScope() }
      switchboard_census_enlist(&registry.probe.entry, registry.probe.mark.registry)
    }

    @inlinable
    static func delisted<Storage: ~Copyable>(_ registry: Registry<Storage>) {
      switchboard_census_delist(&registry.probe.entry, registry.probe.mark.registry)
    }

    @usableFromInline
    static func currentScope() -> UInt32 { CensusScope.current?.number ?? 0 }

    @inlinable
    static func keeps<Storage: ~Copyable>(
      _ registry: Registry<Storage>, atMost limit: Int, _ values: @escaping @Sendable () -> Int
    ) {
      _ = registry.word.acquire()
      registry.lockedProbe.valueLimit = limit
      registry.lockedProbe.values = values
      registry.unlock()
    }

    /// The values go with the registry's owner, however long subscriptions or a census keep the registry.
    @usableFromInline
    static func forgot<Storage: ~Copyable>(_ registry: Registry<Storage>) {
      _ = registry.word.acquire()
      let values = registry.lockedProbe.values
      registry.lockedProbe.values = nil
      registry.unlock()
      withExtendedLifetime(values) {}
    }

    /// Notes which leak check's code subscribed.
    @usableFromInline
    static func attribute(_ subscription: Subscription) {
      guard let scope = CensusScope.current else { return }
      subscription.probe.scope = scope.number
      let mark = subscription.probe.mark
      if mark.registry != 0 { scope.note(registry: mark.registry) }
      if subscription.probe.isIndirect { return }
      scope.note(subscription, id: subscription.probe.id, site: subscription.site, label: mark.label)
    }

    /// Notes which leak check's code gives a registry values to keep.
    @inlinable @inline(__always)
    static func used<Storage: ~Copyable>(_ registry: Registry<Storage>) {
      if switchboard_census_has_scopes() { use(registry.probe.mark.registry) }
    }

    @usableFromInline
    static func use(_ registry: UInt32) { CensusScope.current?.note(registry: registry) }
  }

  /// What is enlisted in the census: a registry.
  @usableFromInline
  protocol CensusMember: AnyObject {
    /// Says what it holds to a `CensusWalk`.
    func describe(to walk: UnsafeMutableRawPointer)
  }

  private struct CensusWalk {
    var visit: (CensusPlace) -> Void
    var finish: (CensusEntry) -> Void
  }

  package enum LiveRegistries {
    /// Calls `visit` for each subscription of each live registry, and `finish` after those of each. O(what is alive).
    ///
    /// Keeps each alive while it looks at it. `visit` runs under the registry's lock: no user code, nothing that makes or
    /// releases a registry. A registry that is biased to another thread stops to be.
    package static func forEach(_ visit: (CensusPlace) -> Void, then finish: (CensusEntry) -> Void) {
      withoutActuallyEscaping(visit) { visit in
        withoutActuallyEscaping(finish) { finish in
          var walk = CensusWalk(visit: visit, finish: finish)
          withUnsafeMutablePointer(to: &walk) { walk in
            switchboard_census_for_each(
              { object, table, walk in
                // Sound: put there by `enlisted`; the copy that the cast makes is released by itself.
                unsafeBitCast((object!, table!), to: (any CensusMember).self).describe(to: walk!)
                Unmanaged<AnyObject>.fromOpaque(object!).release()
              }, walk)
          }
        }
      }
    }
  }

  extension Registry: CensusMember where Storage: ~Copyable {
    @usableFromInline
    func describe(to walk: UnsafeMutableRawPointer) {
      let walk = walk.assumingMemoryBound(to: CensusWalk.self)
      let word = word.acquire()
      var count = 0
      storage.forEach { node in
        // What belongs to the registry's owner has no number.
        if node.probe.id == 0 { return }
        count += 1
        walk.pointee.visit(
          CensusPlace(
            subscription: node.probe.id, site: node.site, scope: node.probe.scope, isIndirect: node.probe.isIndirect,
            isDisposed: node.isDisposed))
      }
      let isBusy = word & StateWord.walkers != 0
      let entry = CensusEntry(
        registry: probe.mark.registry, label: probe.mark.label, site: lockedProbe.site, scope: probe.scope,
        count: count, capacity: storage.capacity, capacityLimit: 4 * storage.count + 16,
        values: isBusy ? nil : lockedProbe.values?() ?? 0, valueLimit: lockedProbe.valueLimit, isBusy: isBusy)
      // Not `unlock`, which may release what user code runs in. What waits for that goes on waiting for whom it waited for.
      var seen = self.word.held
      while !self.word.release(&seen, to: seen & StateWord.walkers | flags) {}
      walk.pointee.finish(entry)
    }
  }

  extension Subscription {
    /// Whether it was made by code under a leak check, which waits for what is on its way to it.
    package var isChecked: Bool { probe.scope != 0 }

    /// The subscription belongs to `owner`.
    package func belongs(to owner: AnyObject) {
      if probe.scope != 0, let scope = CensusScope.current { scope.note(owner: owner, of: probe.id) }
    }
  }
#endif
