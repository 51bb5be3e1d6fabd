#if Tracing
  public import CSwitchboardTracing
  package import SwitchboardTracing
#endif

// What leak checks see.

extension Probe {
  @inlinable @inline(__always) static func enlisted(_ registry: Registry) {
    #if Tracing
      enlist(registry)
    #endif
  }

  @inline(__always) static func delisted(_ registry: Registry) {
    #if Inspector
      unsafe switchboard_counts_delist(
        Int32(SWITCHBOARD_COUNTS_REGISTRIES), &registry.probe.counts.link, UInt64(registry.probe.mark.registry))
    #endif
    #if Tracing
      TraceLabels.giveBack(registry.probe.mark.label)
      unsafe switchboard_census_delist(&registry.probe.entry, registry.probe.mark.registry)
    #endif
  }

  @inlinable @inline(__always) static func keeps(
    _ registry: Registry, atMost limit: Int, as kept: Kept, _ values: @escaping @Sendable () -> Int
  ) {
    #if Tracing
      keep(registry, limit, kept, values)
    #endif
  }

  /// Releases the closure that counts the kept values, and with it the values. Called when the broadcaster is
  /// destroyed; subscriptions or a census may keep the registry longer.
  @inline(__always) static func forgot(_ registry: Registry) {
    #if Tracing
      var values: (@Sendable () -> Int)?
      registry.change { swap(&values, &$0.lockedProbe.values) }
      keepAlive(values)
    #endif
  }

  /// Notes the leak check whose code gives a registry values to keep.
  @inlinable @inline(__always) static func used(_ registry: Registry) {
    #if Tracing
      if switchboard_census_has_scopes() { use(registry.probe.mark.registry) }
    #endif
  }

  /// Whether traces and leak checks see everything: an object that makes its registry for the first subscriber makes
  /// the registry at once, and each value that reaches the end of a chain is reported. See ``reached(_:)``.
  @inlinable @inline(__always) public static func showsEverything() -> Bool {
    #if Tracing
      return true
    #else
      return false
    #endif
  }
}

// Objects that are no registries.

extension Probe {
  /// What receives the values of a subscription, if not closures that were passed to a subscribe call.
  public enum Form { case binding, feed, connection, execution, reader }

  /// Notes the form of a subscription, for the advice in leak reports. Called after the subscription has been
  /// announced.
  @inlinable @inline(__always) public static func formed(_ subscription: SubscriptionNode, as form: Form) {
    #if Tracing
      note(form, of: subscription)
    #endif
  }

  /// Notes the line that wrote a value, if code of a leak check made the value.
  @inlinable @inline(__always)
  public static func wrote(_ made: inout Made, _ fileID: StaticString, _ line: UInt32) {
    #if Tracing
      if made.scope != 0 { note(&made, fileID, line) }
    #endif
  }

  /// Returns whether code of the leak check `scope` made a value.
  @inlinable @inline(__always) public static func isMade(_ made: Made, in scope: UInt32) -> Bool {
    #if Tracing
      return made.scope == scope
    #else
      return false
    #endif
  }

  /// Enlists `keeper`, which was made in `line`, and which keeps values. `count` returns the number of values that
  /// code of a leak check made, by the number of the line that wrote them. It runs with no lock held.
  @inlinable @inline(__always) public static func keeps<Keeper: AnyObject>(
    _ keeper: @autoclosure () -> Keeper, as type: Any.Type, name: @autoclosure () -> String?, fileID: StaticString,
    line: UInt32, _ count: @escaping (Keeper, _ scope: UInt32) -> [UInt32: Int]
  ) {
    #if Tracing
      enlist(keeper(), type, name(), site(fileID, line), count)
    #endif
  }

  /// Notes the leak check whose code made `object`: an object that is neither a registry nor a subscription, or one
  /// with registries as parts. The check counts `object` instead of the registries that were made in the same line.
  @inlinable @inline(__always) public static func made(
    _ object: @autoclosure () -> AnyObject, as type: Any.Type, name: @autoclosure () -> String?, fileID: StaticString,
    line: UInt32
  ) {
    #if Tracing
      note(object(), type, name(), fileID, line)
    #endif
  }
}

#if Tracing
  extension Probe {
    /// The leak check whose code made a value, and the line that wrote the value last.
    public struct Made: Sendable {
      @usableFromInline let scope: UInt32
      /// 0 if the line is unknown.
      public internal(set) var site: UInt32 = 0
      @inlinable public init() { scope = switchboard_census_has_scopes() ? Probe.currentScope() : 0 }
    }

    @usableFromInline
    static func currentScope() -> UInt32 { CensusScope.current?.number ?? 0 }

    @usableFromInline
    static func enlist(_ registry: Registry) {
      // Sound: the entry lies in an object, so its address does not change.
      unsafe registry.probe.entry.object = unsafe Unmanaged.passUnretained(registry).toOpaque()
      // Each registry brings this function, because the modules that compare storages have registries of their own.
      unsafe registry.probe.entry.describe = { registry, entries in
        // Sound: this is such a registry, and a census passes its array.
        let entry = unsafe Unmanaged<Registry>.fromOpaque(registry!).takeUnretainedValue().censusEntry
        unsafe entries!.assumingMemoryBound(to: [CensusEntry].self).pointee.append(entry)
      }
      if switchboard_census_has_scopes() { registry.probe.scope = currentScope() }
      unsafe switchboard_census_enlist(&registry.probe.entry, registry.probe.mark.registry)
      #if Inspector
        registry.probe.counts.born = switchboard_counts_milliseconds()
        unsafe switchboard_counts_enlist(
          Int32(SWITCHBOARD_COUNTS_REGISTRIES), &registry.probe.counts.link, UInt64(registry.probe.mark.registry))
      #endif
    }

    @usableFromInline
    static func keep(_ registry: Registry, _ limit: Int, _ kept: Kept, _ values: @escaping @Sendable () -> Int) {
      registry.change {
        $0.lockedProbe.valueLimit = limit
        $0.lockedProbe.values = values
      }
      #if Inspector
        changeListed(registry) {
          registry.probe.counts.kept = kept
          registry.probe.counts.keptLimit = limit
        }
      #endif
    }

    @usableFromInline
    static func use(_ registry: UInt32) { CensusScope.current?.record(registry: registry) }

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

    @usableFromInline
    static func own(_ subscription: SubscriptionNode, by owner: AnyObject) {
      #if Inspector
        countOwner(owner, of: subscription)
      #endif
      guard switchboard_census_has_scopes(), subscription.leakCheck != 0 else { return }
      CensusScope.current?.record(owner: owner, of: subscription.probe.id)
    }

    @usableFromInline
    static func note(_ form: Form, of subscription: SubscriptionNode) {
      guard switchboard_census_has_scopes(), subscription.leakCheck != 0 else { return }
      let form: CensusScope.Form =
        switch form {
        case .binding: .binding
        case .feed: .feed
        case .connection: .connection
        case .execution: .execution
        case .reader: .reader
        }
      CensusScope.current?.record(form: form, of: subscription.probe.id)
    }

    @usableFromInline
    static func note(_ made: inout Made, _ fileID: StaticString, _ line: UInt32) { made.site = site(fileID, line) }

    @usableFromInline
    static func enlist<Keeper: AnyObject>(
      _ keeper: Keeper, _ type: Any.Type, _ name: String?, _ site: UInt32,
      _ count: @escaping (Keeper, _ scope: UInt32) -> [UInt32: Int]
    ) {
      let kept = ValueKeepers.Kept(
        number: switchboard_trace_new_registry(), type: TraceLabels.number(of: type), name: name, site: site,
        scope: Made().scope)
      ValueKeepers.add(keeper, kept, count)
    }

    @usableFromInline
    static func note(_ made: AnyObject, _ type: Any.Type, _ name: String?, _ fileID: StaticString, _ line: UInt32) {
      #if Inspector
        AssembledObjects.add(label: TraceLabels.number(of: type, named: name), site: site(fileID, line))
      #endif
      guard switchboard_census_has_scopes(), let scope = CensusScope.current else { return }
      scope.record(made: made, site: site(fileID, line), type: TraceLabels.number(of: type), name: name)
    }
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
          { object, describe, entries in
            unsafe describe!(object, entries)
            unsafe Unmanaged<AnyObject>.fromOpaque(object!).release()
          }, unsafe entries)
      }
      return entries
    }
  }

  extension Registry {
    /// Changes what the registry keeps for traces and leak checks, under the lock. Releases no garbage, so no user code
    /// runs: garbage keeps waiting for the same walkers.
    func change(_ body: (Registry) -> Void) {
      _ = word.acquire()
      body(self)
      unlockWithGarbage()
    }

    /// Gives the lock back and leaves garbage where it is.
    func unlockWithGarbage() {
      var seen = word.held
      while !word.release(&seen, to: seen & StateWord.walkers | flags) {}
    }
  }

  extension Registry {
    /// What a census says of the registry.
    fileprivate var censusEntry: CensusEntry {
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
      return entry
    }
  }

  extension SubscriptionNode {
    /// The leak check whose code made the subscription; 0: none. The check waits for work that is on its way to the
    /// subscription.
    @usableFromInline package var leakCheck: UInt32 { probe.scope }
  }
#endif
