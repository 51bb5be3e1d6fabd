#if Tracing
  public import CSwitchboardTracing
  package import SwitchboardTracing

  // The part of this target that leak checks see.

  extension Probe {
    @inlinable
    static func enlisted(_ registry: Registry & CensusMember) {
      // Sound: the existential is two words, a reference and a table; ``LiveRegistries`` puts them together again. The
      // entry lies in an object, so its address does not change.
      let words = unsafe unsafeBitCast(
        registry as any CensusMember, to: (UnsafeMutableRawPointer, UnsafeRawPointer).self)
      unsafe registry.probe.entry.object = unsafe words.0
      unsafe registry.probe.entry.table = unsafe words.1
      if switchboard_census_has_scopes() { registry.probe.scope = currentScope() }
      unsafe switchboard_census_enlist(&registry.probe.entry, registry.probe.mark.registry)
      listed(registry)
    }

    @usableFromInline
    static func delisted(_ registry: Registry) {
      unlisted(registry)
      TraceLabels.giveBack(registry.probe.mark.label)
      unsafe switchboard_census_delist(&registry.probe.entry, registry.probe.mark.registry)
    }

    @usableFromInline
    static func currentScope() -> UInt32 { CensusScope.current?.number ?? 0 }

    @inlinable
    static func keeps(
      _ registry: Registry, atMost limit: Int, as kept: Kept, _ values: @escaping @Sendable () -> Int
    ) {
      registry.change {
        $0.lockedProbe.valueLimit = limit
        $0.lockedProbe.values = values
      }
      countKept(kept, atMost: limit, by: registry)
    }

    /// Releases the closure that counts the kept values, and with it the values. Called when the broadcaster is
    /// destroyed; subscriptions or a census may keep the registry longer.
    @usableFromInline
    static func forgot(_ registry: Registry) {
      var values: (@Sendable () -> Int)?
      registry.change { swap(&values, &$0.lockedProbe.values) }
      keepAlive(values)
    }

    /// Notes the leak check whose code subscribed.
    @usableFromInline
    static func attribute(_ subscription: SubscriptionNode) {
      guard let scope = CensusScope.current else { return }
      subscription.probe.scope = scope.number
      let mark = subscription.probe.mark
      if mark.registry != 0 { scope.record(registry: mark.registry) }
      if subscription.probe.isIndirect { return }
      scope.record(subscription, id: subscription.probe.id, site: subscription.site, label: mark.label)
    }

    /// Whether an object that makes its registry for the first subscriber makes the registry at once, so that traces
    /// and leak checks see what the object sends and keeps.
    @inlinable @inline(__always)
    public static func showsUnusedRegistries() -> Bool { true }

    /// Notes the leak check whose code gives a registry values to keep.
    @inlinable @inline(__always)
    static func used(_ registry: Registry) {
      if switchboard_census_has_scopes() { use(registry.probe.mark.registry) }
    }

    @usableFromInline
    static func use(_ registry: UInt32) { CensusScope.current?.record(registry: registry) }
  }

  // Objects that are no registries.

  extension Probe {
    /// The leak check whose code made a value, and the line that wrote the value last.
    public struct Made: Sendable {
      @usableFromInline let scope: UInt32
      /// 0 if the line is unknown.
      public internal(set) var site: UInt32 = 0
      @inlinable public init() { scope = switchboard_census_has_scopes() ? Probe.currentScope() : 0 }
    }

    /// Notes the line that wrote a value, if code of a leak check made the value.
    @inlinable public static func wrote(_ made: inout Made, _ fileID: StaticString, _ line: UInt32) {
      if made.scope != 0 { note(&made, fileID, line) }
    }

    @usableFromInline static func note(_ made: inout Made, _ fileID: StaticString, _ line: UInt32) {
      made.site = site(fileID, line)
    }

    /// Returns whether code of the leak check `scope` made a value.
    @inlinable public static func isMade(_ made: Made, in scope: UInt32) -> Bool { made.scope == scope }

    /// Enlists `keeper`, which was made in `line`, and which keeps values. `count` returns the number of values that
    /// code of a leak check made, by the number of the line that wrote them. It runs with no lock held.
    public static func keeps<Keeper: AnyObject>(
      _ keeper: Keeper, as type: Any.Type, name: String?, fileID: StaticString, line: UInt32,
      _ count: @escaping (Keeper, _ scope: UInt32) -> [UInt32: Int]
    ) {
      let kept = ValueKeepers.Kept(
        number: switchboard_trace_new_registry(), type: TraceLabels.number(of: type), name: name,
        site: site(fileID, line), scope: Made().scope)
      ValueKeepers.add(keeper, kept, count)
    }

    /// Notes the leak check whose code made `object`: an object that is neither a registry nor a subscription, or one
    /// with registries as parts. The check counts `object` instead of the registries that were made in the same line.
    public static func made(
      _ object: AnyObject, as type: Any.Type, name: String?, fileID: StaticString, line: UInt32
    ) {
      assembled(type, name, fileID, line)
      guard switchboard_census_has_scopes(), let scope = CensusScope.current else { return }
      scope.record(made: object, site: site(fileID, line), type: TraceLabels.number(of: type), name: name)
    }
  }

  // The form of a subscription, for the advice in leak reports. Called after the subscription has been announced.

  extension Probe {
    public static func binds(_ subscription: SubscriptionNode) { form(.binding, subscription) }
    public static func feeds(_ subscription: SubscriptionNode) { form(.feed, subscription) }
    public static func connects(_ subscription: SubscriptionNode) { form(.connection, subscription) }
    public static func executes(_ subscription: SubscriptionNode) { form(.execution, subscription) }
    public static func reads(_ subscription: SubscriptionNode) { form(.reader, subscription) }

    private static func form(_ form: CensusScope.Form, _ subscription: SubscriptionNode) {
      guard switchboard_census_has_scopes(), subscription.leakCheck != 0 else { return }
      CensusScope.current?.record(form: form, of: subscription.probe.id)
    }
  }

  /// A member of the census: a registry.
  @usableFromInline
  protocol CensusMember: AnyObject {
    /// Adds the member to `entries`, a `[CensusEntry]`.
    func describe(to entries: UnsafeMutableRawPointer)
  }

  package enum LiveRegistries {
    /// The live registries with their subscriptions. O(live registries + subscriptions).
    ///
    /// Keeps each registry alive while the census looks at that registry, under the registry's lock. The look ends the
    /// bias of a registry that is biased to another thread.
    package static var all: [CensusEntry] {
      var entries: [CensusEntry] = []
      unsafe withUnsafeMutablePointer(to: &entries) { entries in
        unsafe switchboard_census_for_each(
          { object, table, entries in
            // Sound: `enlisted` stored these two words. Swift releases the copy that the cast makes.
            unsafe unsafeBitCast((object!, table!), to: (any CensusMember).self).describe(to: entries!)
            unsafe Unmanaged<AnyObject>.fromOpaque(object!).release()
          }, unsafe entries)
      }
      return entries
    }
  }

  extension Registry {
    /// Changes what the registry keeps for traces and leak checks, under the lock. Releases no garbage, so no user code
    /// runs: garbage keeps waiting for the same walkers.
    @inlinable
    final func change(_ body: (Registry) -> Void) {
      _ = word.acquire()
      body(self)
      unlockWithGarbage()
    }

    /// Gives the lock back and leaves garbage where it is.
    @inlinable
    final func unlockWithGarbage() {
      var seen = word.held
      while !word.release(&seen, to: seen & StateWord.walkers | flags) {}
    }
  }

  extension StoredRegistry: CensusMember where Storage: ~Copyable {
    @usableFromInline
    func describe(to entries: UnsafeMutableRawPointer) {
      let word = word.acquire()
      var places: [CensusSubscription] = []
      storage.forEach { node in
        // A subscription that belongs to the registry's owner has no number.
        if node.probe.id == 0 { return }
        places.append(
          CensusSubscription(
            subscription: node.probe.id, site: node.site, scope: node.probe.scope, isIndirect: node.probe.isIndirect,
            isDisposed: node.isDisposed))
      }
      let isBusy = word & StateWord.walkers != 0
      let entry = CensusEntry(
        registry: probe.mark.registry, label: probe.mark.label, site: lockedProbe.site, scope: probe.scope,
        places: places, capacity: storage.capacity, capacityLimit: 4 * storage.count + 16,
        values: isBusy ? nil : lockedProbe.values?() ?? 0, valueLimit: lockedProbe.valueLimit, isBusy: isBusy,
        queued: lockedProbe.origins.count, mostQueued: lockedProbe.mostQueued)
      unlockWithGarbage()
      unsafe entries.assumingMemoryBound(to: [CensusEntry].self).pointee.append(entry)
    }
  }

  extension SubscriptionNode {
    /// The leak check whose code made the subscription; 0: none. The check waits for work that is on its way to the
    /// subscription.
    package var leakCheck: UInt32 { probe.scope }
  }
#endif
