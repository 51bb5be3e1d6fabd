#if Tracing
  public import CSwitchboardTracing
  package import SwitchboardTracing

  // What leak checks see of this target.

  extension Probe {
    /// What a registry keeps for the census.
    @usableFromInline
    struct Enlistment: ~Copyable {
      @usableFromInline var entry = switchboard_census_entry()
      /// Where it was made; 0 if it is a part of something else.
      @usableFromInline var site: UInt32 = 0
      /// The leak check whose code made it.
      @usableFromInline var scope: UInt32 = 0
      /// Values that the registry's owner keeps for newcomers. May be asked while no delivery is in progress.
      @usableFromInline var values: (@Sendable () -> Int)?
      @usableFromInline var valueLimit = 0

      @inlinable init() {}
    }

    @inlinable
    static func enlisted<Storage: ~Copyable>(_ registry: Registry<Storage>) {
      // Sound: two words, a reference and a table; see ``LiveRegistries``. The entry stays where it is, in an object.
      let words = unsafeBitCast(registry as any CensusMember, to: (UnsafeRawPointer, UnsafeRawPointer).self)
      registry.probe.census.entry.object = words.0
      registry.probe.census.entry.table = words.1
      if switchboard_census_has_scopes() { registry.probe.census.scope = currentScope() }
      switchboard_census_enlist(&registry.probe.census.entry, registry.probe.mark.registry)
    }

    @inlinable
    static func delisted<Storage: ~Copyable>(_ registry: Registry<Storage>) {
      switchboard_census_delist(&registry.probe.census.entry, registry.probe.mark.registry)
    }

    @usableFromInline
    static func currentScope() -> UInt32 { CensusScope.current?.number ?? 0 }

    @inlinable
    static func keeps<Storage: ~Copyable>(
      _ registry: Registry<Storage>, atMost limit: Int, _ values: @escaping @Sendable () -> Int
    ) {
      registry.probe.census.valueLimit = limit
      registry.probe.census.values = values
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
    /// Says what it holds to a `CensusWalk`: no user code, nothing that makes or releases a registry.
    func describe(to walk: UnsafeMutableRawPointer)
  }

  private struct CensusWalk {
    var visit: (CensusPlace) -> Void
    var finish: (CensusEntry) -> Void
  }

  package enum LiveRegistries {
    /// Calls `visit` for each subscription of each live registry, and `finish` after those of each. O(what is alive).
    ///
    /// Neither may run user code, or make or release a registry. A registry that is biased to another thread stops to be.
    /// Whoever lets go of a registry meanwhile leaves it to this call to be the last.
    package static func forEach(_ visit: (CensusPlace) -> Void, then finish: (CensusEntry) -> Void) {
      inTurn {
        var members: [any CensusMember] = []
        withUnsafeMutablePointer(to: &members) { members in
          switchboard_census_retain_each(
            { entry, members in
              // Sound: put there by `enlisted`. The array holds it; so the reference that comes with it is not the last.
              let words = (entry!.pointee.object!, entry!.pointee.table!)
              let member = unsafeBitCast(words, to: (any CensusMember).self)
              members!.assumingMemoryBound(to: [any CensusMember].self).pointee.append(member)
              Unmanaged<AnyObject>.fromOpaque(words.0).release()
            }, members)
        }
        withoutActuallyEscaping(visit) { visit in
          withoutActuallyEscaping(finish) { finish in
            var walk = CensusWalk(visit: visit, finish: finish)
            withUnsafeMutablePointer(to: &walk) { walk in for member in members { member.describe(to: walk) } }
          }
        }
      }
    }

    /// Runs `body` while no other census holds what it has seen, on any thread.
    package static func inTurn<Result>(_ body: () -> Result) -> Result {
      switchboard_census_begin_turn()
      defer { switchboard_census_end_turn() }
      return body()
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
        registry: probe.mark.registry, label: probe.mark.label, site: probe.census.site, scope: probe.census.scope,
        count: count, capacity: storage.capacity, capacityLimit: 4 * storage.count + 16,
        values: isBusy ? nil : probe.census.values?() ?? 0, valueLimit: probe.census.valueLimit, isBusy: isBusy)
      // Not `unlock`, which may release what user code runs in. What waits for that goes on waiting for whom it waited for.
      var seen = self.word.held
      while !self.word.release(&seen, to: seen & StateWord.walkers | flags) {}
      walk.pointee.finish(entry)
    }
  }

  extension Subscription {
    /// The subscription belongs to `owner`.
    package func belongs(to owner: AnyObject) {
      if probe.scope != 0, let scope = CensusScope.current { scope.note(owner: owner, of: probe.id) }
    }
  }
#endif
