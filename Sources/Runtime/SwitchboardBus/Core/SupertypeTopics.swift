internal import SwitchboardBroadcast

/// The topics of supertypes, in the order in which they were first subscribed to.
struct SupertypeTopics: Sendable {
  var topics: [Topic] = []
  /// The number of changes so far. A cached result is discarded when the number changes.
  var version = 0
  var isClosed = false
}

extension BusCore {
  /// Makes a place for a subscription to a supertype, like ``pin(_:_:_:needsFrame:)``. O(supertypes with a
  /// subscription).
  func pinSupertype<Value>(_ type: Value.Type, _ priority: Int) -> (place: BusPlace, list: PriorityList<Value>)? {
    let pinned = supertypes.withLock { supertypes -> (topic: Topic, list: PriorityList<Value>, isNew: Bool)? in
      if supertypes.isClosed { return nil }
      let found = supertypes.topics.first { $0.type == ObjectIdentifier(type) }
      let topic = found ?? Topic(type, nil, hash: 0)
      if found == nil {
        supertypes.topics.append(topic)
        supertypes.version += 1
      }
      return (topic, topic.pin(type, priority, name: name), found == nil)
    }
    guard let pinned else { return nil }
    if pinned.isNew { invalidateSupertypes() }
    if watchers.load(ordering: .relaxed) != 0 { tellAttachment() }
    return (BusPlace(self, pinned.topic, pinned.list, isSupertype: true), pinned.list)
  }

  @usableFromInline
  func unpinSupertype(_ place: BusPlace) {
    let (lists, topic) = supertypes.withLock { supertypes -> (PriorityLists?, Topic?) in
      let lists = place.topic.unpin(place.list)
      guard place.topic.pins == 0, let index = supertypes.topics.firstIndex(where: { $0 === place.topic }) else {
        return (lists, nil)
      }
      let topic = supertypes.topics.remove(at: index)
      if supertypes.topics.isEmpty { supertypes.topics = [] }
      supertypes.version += 1
      return (lists, topic)
    }
    keepAlive(lists)
    if topic != nil { invalidateSupertypes() }
  }

  /// Makes every shard forget which supertype topics take which events.
  private func invalidateSupertypes() {
    let (version, isEmpty) = supertypes.withLock { ($0.version, $0.topics.isEmpty) }
    for index in 0...mask {
      let garbage = withTable(index) { table -> [ObjectIdentifier: [Topic]] in
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
    let topics = known ?? findSupertypes(event, id, hash)
    return supertypes.withLock { _ in topics.compactMap { $0.lists } }
  }

  /// Finds the supertype topics that take `event`. Casts run with no lock held, because casts to protocols are slow.
  private func findSupertypes<Value: Event>(_ event: Value, _ id: ObjectIdentifier, _ hash: Int) -> [Topic] {
    let (all, version) = supertypes.withLock { supertypes in
      (supertypes.topics.map { (topic: $0, list: $0.lists?.all.first) }, supertypes.version)
    }
    // All lists of a topic take the same events.
    let found = all.filter { $0.list?.takes(event) ?? false }.map(\.topic)
    withTable(hash) { table in
      if table.supertypesVersion == version, table.hasSupertypes { table.supertypes[id] = found }
    }
    return found
  }

  func closeSupertypes() -> [any AnyObject & Sendable] {
    supertypes.withLock { supertypes -> [any AnyObject & Sendable] in
      supertypes.isClosed = true
      let garbage: [any AnyObject & Sendable] = supertypes.topics.compactMap { $0.close() } + supertypes.topics
      supertypes.topics = []
      return garbage
    }
  }
}
