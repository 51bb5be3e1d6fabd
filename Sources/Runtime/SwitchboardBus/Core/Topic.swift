public import SwitchboardBroadcast
public import Synchronization

/// The data that a bus keeps for one type of event, for one of its subtypes, or for a supertype.
///
/// A topic is in its bus's table, or in the list of supertypes, while it has a subscription. Each subscription pins
/// its topic. A subscription to a subtype also pins the topic of the type.
@usableFromInline
package final class Topic: TableEntry, @unchecked Sendable {
  // Sound: the members are constant, or are touched only under the lock of the shard that the topic belongs to. For
  // the topic of a supertype, this is the lock of ``BusCore/supertypes``.
  @usableFromInline let type: ObjectIdentifier
  @usableFromInline let subtype: String?
  @safe @exclusivity(unchecked) @usableFromInline package var pins = 0
  /// For the topic of a type: the number of subscriptions to its subtypes.
  @safe @exclusivity(unchecked) @usableFromInline package var subtypeCount = 0
  /// For the topic of a type: the number of subscriptions that need a ``DispatchFrame``, including those to subtypes.
  @safe @exclusivity(unchecked) @usableFromInline var framed = 0
  /// The subscriptions, nil if there are none. All lists are of the class ``PriorityList`` for ``type``.
  @safe @exclusivity(unchecked) @usableFromInline var lists: PriorityLists?

  @inlinable
  init<Value>(_: Value.Type, _ subtype: String?, hash: Int) {
    (type, self.subtype) = (ObjectIdentifier(Value.self), subtype)
    super.init(hash: hash)
  }

  /// Adds a subscription at `priority`. O(priorities). Runs under the lock.
  ///
  /// - Precondition: `Value` is the type of the topic.
  @inlinable
  func pin<Value>(_: Value.Type, _ priority: Int, name: String?) -> PriorityList<Value> {
    pins += 1
    var all = lists?.all ?? []
    if let list = all.first(where: { $0.priority == priority }) {
      list.pins += 1
      // Sound: see `lists`.
      return unsafe unsafeDowncast(list, to: PriorityList<Value>.self)
    }
    let made = PriorityList<Value>(priority)
    made.broadcaster.identify(as: Value.self, name: subtype ?? name, isValue: subtype != nil)
    all.insert(made, at: all.firstIndex { $0.priority < priority } ?? all.count)
    lists = PriorityLists(all)
    return made
  }

  /// Removes a subscription from a priority list. Returns what is no longer needed, which the caller releases with no
  /// lock held.
  @usableFromInline
  func unpin(_ list: ObjectIdentifier) -> PriorityLists? {
    pins -= 1
    // The list is missing if the bus has been closed.
    guard let old = lists, let list = old.all.first(where: { ObjectIdentifier($0) == list }) else { return nil }
    list.pins -= 1
    guard list.pins == 0 else { return nil }
    let rest = old.all.filter { $0 !== list }
    lists = rest.isEmpty ? nil : PriorityLists(rest)
    return old
  }

  /// Gives up the priority lists because the bus closes. The caller releases the lists with no lock held, which ends
  /// their subscriptions.
  func close() -> PriorityLists? { lists.take() }
}

/// The topics that a subscription pins.
@usableFromInline
struct BusPlace: Sendable {
  @usableFromInline let core: BusCore
  @usableFromInline let topic: Topic
  /// The identity of the priority list. The list is not retained: when the topic gives up a list, the list's
  /// subscriptions end.
  @usableFromInline let list: ObjectIdentifier
  /// The topic of the type, if `topic` is the topic of a subtype.
  @usableFromInline let type: Topic?
  /// Whether a dispatch reaches the subscription only with a ``DispatchFrame``: the subscription wants to be lent the
  /// delivery, or its owner must be looked at.
  @usableFromInline let needsFrame: Bool
  /// Whether `topic` is the topic of a supertype.
  @usableFromInline let isSupertype: Bool

  @inlinable
  init(
    _ core: BusCore, _ topic: Topic, _ list: AnyPriorityList, type: Topic? = nil, needsFrame: Bool = false,
    isSupertype: Bool = false
  ) {
    (self.core, self.topic, self.list) = (core, topic, ObjectIdentifier(list))
    (self.type, self.needsFrame, self.isSupertype) = (type, needsFrame, isSupertype)
  }

  @usableFromInline
  func unpin() { if isSupertype { core.unpinSupertype(self) } else { core.unpin(self) } }
}

extension BusCore {
  /// Makes a place for a subscription. Returns nil if the bus is closed.
  @inlinable
  func pin<Value>(
    _ type: Value.Type, _ subtype: String?, _ priority: Int, needsFrame: Bool
  ) -> (place: BusPlace, list: PriorityList<Value>)? {
    let hash = Self.hash(of: type)
    let pinned = withTable(hash) { table -> (topic: Topic, list: PriorityList<Value>?)? in
      if table.isClosed { return nil }
      let topic = table.requireTopic(of: type, nil, hash: hash)
      if needsFrame { topic.framed += 1 }
      guard subtype != nil else { return (topic, topic.pin(type, priority, name: name)) }
      topic.pins += 1
      topic.subtypeCount += 1
      return (topic, nil)
    }
    guard let pinned else { return nil }
    if watchers.load(ordering: .relaxed) != 0 { tellAttachment() }
    if let list = pinned.list { return (BusPlace(self, pinned.topic, list, needsFrame: needsFrame), list) }
    let subtypeHash = Self.hash(of: type, subtype!)
    let pinnedSubtype = withTable(subtypeHash) { table -> (topic: Topic, list: PriorityList<Value>)? in
      if table.isClosed { return nil }
      let topic = table.requireTopic(of: type, subtype, hash: subtypeHash)
      return (topic, topic.pin(type, priority, name: name))
    }
    // The bus was closed meanwhile. The type's topic is then out of the table, and its pins no longer matter.
    guard let pinnedSubtype else { return nil }
    let (topic, list) = pinnedSubtype
    return (BusPlace(self, topic, list, type: pinned.topic, needsFrame: needsFrame), list)
  }

  /// Gives a place back. The last place of a topic takes the topic out of the table (promise R10).
  func unpin(_ place: BusPlace) {
    let garbage = withTable(place.topic.hash) { table -> (PriorityLists?, Topic?) in
      let list = place.topic.unpin(place.list)
      if place.type == nil, place.needsFrame { place.topic.framed -= 1 }
      return (list, removeIfUnpinned(place.topic, &table))
    }
    keepAlive(garbage)
    guard let type = place.type else { return }
    let rest = withTable(type.hash) { table -> Topic? in
      type.pins -= 1
      type.subtypeCount -= 1
      if place.needsFrame { type.framed -= 1 }
      return removeIfUnpinned(type, &table)
    }
    keepAlive(rest)
  }

  /// Takes `topic` out of the table if no subscription pins it. Returns the removed topic, which the caller
  /// releases with no lock held.
  private func removeIfUnpinned(_ topic: Topic, _ table: inout BusTable) -> Topic? {
    topic.pins == 0 && topic.isListed ? table.topics.remove(topic) : nil
  }
}
