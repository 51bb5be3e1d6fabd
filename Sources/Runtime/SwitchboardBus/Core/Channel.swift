public import SwitchboardBroadcast
public import Synchronization

/// The data that a bus keeps for one type of event, for one of its subtypes, or for a supertype.
///
/// A channel is in its bus's table, or in the list of supertypes, while it has a subscription. Each subscription pins
/// its channel. A subscription to a subtype also pins the channel of the type.
@usableFromInline
final class Channel: TableEntry, @unchecked Sendable {
  // Sound: the members are constant, or are touched only under the lock of the shard that the channel belongs to. For
  // the channel of a supertype, this is the lock of ``BusCore/supertypes``.
  @usableFromInline let type: ObjectIdentifier
  @usableFromInline let subtype: String?
  @safe @exclusivity(unchecked) @usableFromInline var pins = 0
  /// For the channel of a type: the number of subscriptions to its subtypes.
  @safe @exclusivity(unchecked) @usableFromInline var subtypeCount = 0
  /// For the channel of a type: the number of subscriptions that need a ``DispatchFrame``, including those to subtypes.
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
  /// - Precondition: `Value` is the type of the channel.
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

/// The channels that a subscription pins.
@usableFromInline
struct BusPlace: Sendable {
  @usableFromInline let core: BusCore
  @usableFromInline let channel: Channel
  /// The identity of the priority list. The list is not retained: when the channel gives up a list, the list's
  /// subscriptions end.
  @usableFromInline let list: ObjectIdentifier
  /// The channel of the type, if `channel` is the channel of a subtype.
  @usableFromInline let type: Channel?
  /// Whether a dispatch reaches the subscription only with a ``DispatchFrame``: the subscription wants to be lent the
  /// delivery, or its owner must be looked at.
  @usableFromInline let needsFrame: Bool
  /// Whether `channel` is the channel of a supertype.
  @usableFromInline let isSupertype: Bool

  @inlinable
  init(
    _ core: BusCore, _ channel: Channel, _ list: AnyPriorityList, type: Channel? = nil, needsFrame: Bool = false,
    isSupertype: Bool = false
  ) {
    (self.core, self.channel, self.list) = (core, channel, ObjectIdentifier(list))
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
    let pinned = withTable(hash) { table -> (channel: Channel, list: PriorityList<Value>?)? in
      if table.isClosed { return nil }
      let channel = table.requireChannel(of: type, nil, hash: hash)
      if needsFrame { channel.framed += 1 }
      guard subtype != nil else { return (channel, channel.pin(type, priority, name: name)) }
      channel.pins += 1
      channel.subtypeCount += 1
      return (channel, nil)
    }
    guard let pinned else { return nil }
    if watchers.load(ordering: .relaxed) != 0 { tellWatchers() }
    if let list = pinned.list { return (BusPlace(self, pinned.channel, list, needsFrame: needsFrame), list) }
    let subtypeHash = Self.hash(of: type, subtype!)
    let pinnedSubtype = withTable(subtypeHash) { table -> (channel: Channel, list: PriorityList<Value>)? in
      if table.isClosed { return nil }
      let channel = table.requireChannel(of: type, subtype, hash: subtypeHash)
      return (channel, channel.pin(type, priority, name: name))
    }
    // The bus was closed meanwhile. The type's channel is then out of the table, and its pins no longer matter.
    guard let pinnedSubtype else { return nil }
    let (channel, list) = pinnedSubtype
    return (BusPlace(self, channel, list, type: pinned.channel, needsFrame: needsFrame), list)
  }

  /// Gives a place back. The last place of a channel takes the channel out of the table (promise R10).
  func unpin(_ place: BusPlace) {
    let garbage = withTable(place.channel.hash) { table -> (PriorityLists?, Channel?) in
      let list = place.channel.unpin(place.list)
      if place.type == nil, place.needsFrame { place.channel.framed -= 1 }
      return (list, removeIfUnpinned(place.channel, &table))
    }
    keepAlive(garbage)
    guard let type = place.type else { return }
    let rest = withTable(type.hash) { table -> Channel? in
      type.pins -= 1
      type.subtypeCount -= 1
      if place.needsFrame { type.framed -= 1 }
      return removeIfUnpinned(type, &table)
    }
    keepAlive(rest)
  }

  /// Takes `channel` out of the table if no subscription pins it. Returns the removed channel, which the caller
  /// releases with no lock held.
  private func removeIfUnpinned(_ channel: Channel, _ table: inout BusTable) -> Channel? {
    channel.pins == 0 && channel.isListed ? table.channels.remove(channel) : nil
  }
}
