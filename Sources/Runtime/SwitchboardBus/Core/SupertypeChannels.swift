internal import SwitchboardBroadcast

/// The channels of supertypes, in the order in which they were first subscribed to.
struct SupertypeChannels: Sendable {
  var channels: [Channel] = []
  /// The number of changes so far. A cached result is discarded when the number changes.
  var version = 0
  var isClosed = false
}

extension BusCore {
  /// Makes a place for a subscription to a supertype, like ``pin(_:_:_:needsFrame:)``. O(supertypes with a
  /// subscription).
  func pinSupertype<Value>(_ type: Value.Type, _ priority: Int) -> (place: BusPlace, list: PriorityList<Value>)? {
    let pinned = supertypes.withLock { supertypes -> (channel: Channel, list: PriorityList<Value>, isNew: Bool)? in
      if supertypes.isClosed { return nil }
      let found = supertypes.channels.first { $0.type == ObjectIdentifier(type) }
      let channel = found ?? Channel(type, nil, hash: 0)
      if found == nil {
        supertypes.channels.append(channel)
        supertypes.version += 1
      }
      return (channel, channel.pin(type, priority, name: name), found == nil)
    }
    guard let pinned else { return nil }
    if pinned.isNew { invalidateSupertypes() }
    if watchers.load(ordering: .relaxed) != 0 { tellWatchers() }
    return (BusPlace(self, pinned.channel, pinned.list, isSupertype: true), pinned.list)
  }

  @usableFromInline
  func unpinSupertype(_ place: BusPlace) {
    let (lists, channel) = supertypes.withLock { supertypes -> (PriorityLists?, Channel?) in
      let lists = place.channel.unpin(place.list)
      guard place.channel.pins == 0, let index = supertypes.channels.firstIndex(where: { $0 === place.channel }) else {
        return (lists, nil)
      }
      let channel = supertypes.channels.remove(at: index)
      if supertypes.channels.isEmpty { supertypes.channels = [] }
      supertypes.version += 1
      return (lists, channel)
    }
    keepAlive(lists)
    if channel != nil { invalidateSupertypes() }
  }

  /// Makes every shard forget which supertype channels take which events.
  private func invalidateSupertypes() {
    let (version, isEmpty) = supertypes.withLock { ($0.version, $0.channels.isEmpty) }
    for index in 0...mask {
      let garbage = withTable(index) { table -> [ObjectIdentifier: [Channel]] in
        guard version > table.supertypesVersion, !table.isClosed else { return [:] }
        table.supertypesVersion = version
        table.hasSupertypes = !isEmpty
        let old = table.supertypes
        table.supertypes = [:]
        return old
      }
      keepAlive(garbage)
    }
  }

  /// Returns the present priority lists of the supertypes that `event` reaches. O(these supertypes), once the bus has
  /// found them.
  @usableFromInline
  func supertypeLists<Value: Event>(_ event: Value) -> [PriorityLists] {
    let hash = Self.hash(of: Value.self)
    let id = ObjectIdentifier(Value.self)
    let known = withTable(hash) { table in table.supertypes[id] }
    let channels = known ?? findSupertypes(event, id, hash)
    return supertypes.withLock { _ in channels.compactMap { $0.lists } }
  }

  /// Finds the supertype channels that take `event`. Casts run with no lock held, because casts to protocols are slow.
  private func findSupertypes<Value: Event>(_ event: Value, _ id: ObjectIdentifier, _ hash: Int) -> [Channel] {
    let (all, version) = supertypes.withLock { supertypes in
      (supertypes.channels.map { (channel: $0, list: $0.lists?.all.first) }, supertypes.version)
    }
    // All lists of a channel take the same events.
    let found = all.filter { $0.list?.takes(event) ?? false }.map(\.channel)
    withTable(hash) { table in
      if table.supertypesVersion == version, table.hasSupertypes { table.supertypes[id] = found }
    }
    return found
  }

  func closeSupertypes() -> [any AnyObject & Sendable] {
    supertypes.withLock { supertypes -> [any AnyObject & Sendable] in
      supertypes.isClosed = true
      let garbage: [any AnyObject & Sendable] = supertypes.channels.compactMap { $0.close() } + supertypes.channels
      supertypes.channels = []
      return garbage
    }
  }
}
