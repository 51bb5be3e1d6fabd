import SwitchboardBroadcast

/// The channels of supertypes, in the order in which they were first subscribed to.
struct WideChannels: Sendable {
  var channels: [AnyChannel] = []
  /// The number of changes so far. A cached result is discarded when the number changes.
  var version = 0
  var isClosed = false
}

/// A channel for events of any type that can be cast to `Value`: a class with its derived classes, or a protocol.
final class WideChannel<Value: Sendable>: Channel<Value>, @unchecked Sendable {
  // Sound: as for its superclass, under the lock of ``BusCore/wide``.
  init() { super.init(hash: 0) }

  override func takes(_ event: any Event) -> Bool { event is Value }
  override func audience() -> AnyAudience? { levels }
}

extension BusCore {
  /// Makes a place for a subscription to a supertype, like ``pin(_:_:_:isBorrower:)``. O(supertypes with a
  /// subscription).
  func pinWide<Value>(_ type: Value.Type, _ priority: Int) -> (place: BusPlace, level: Level<Value>)? {
    let pinned = wide.withLock { wide -> (channel: AnyChannel, level: Level<Value>, isNew: Bool)? in
      if wide.isClosed { return nil }
      let found = wide.channels.first { $0.type == ObjectIdentifier(type) }
      // Sound: as in `BusTable`.
      let channel = found.map { unsafeDowncast($0, to: WideChannel<Value>.self) } ?? WideChannel<Value>()
      if found == nil {
        wide.channels.append(channel)
        wide.version += 1
      }
      return (channel, channel.pin(priority, name: name), found == nil)
    }
    guard let pinned else { return nil }
    if pinned.isNew { announceWide() }
    var place = BusPlace(self, pinned.channel, pinned.level)
    place.isWide = true
    return (place, pinned.level)
  }

  @usableFromInline
  func unpinWide(_ place: BusPlace) {
    let (garbage, isGone) = wide.withLock { wide -> ([any AnyObject & Sendable], Bool) in
      var garbage: [any AnyObject & Sendable] = []
      if let levels = place.channel.unpin(place.level) { garbage.append(levels) }
      guard place.channel.pins == 0, let index = wide.channels.firstIndex(where: { $0 === place.channel }) else {
        return (garbage, false)
      }
      garbage.append(wide.channels.remove(at: index))
      if wide.channels.isEmpty { wide.channels = [] }
      wide.version += 1
      return (garbage, true)
    }
    withExtendedLifetime(garbage) {}
    if isGone { announceWide() }
  }

  /// Makes every shard forget which supertype channels take which events.
  private func announceWide() {
    let (version, isEmpty) = wide.withLock { ($0.version, $0.channels.isEmpty) }
    for index in 0...mask {
      let garbage = withTable(index) { table -> [ObjectIdentifier: [AnyChannel]] in
        guard version > table.wideVersion, !table.isClosed else { return [:] }
        table.wideVersion = version
        table.hasWide = !isEmpty
        let old = table.wide
        table.wide = [:]
        return old
      }
      withExtendedLifetime(garbage) {}
    }
  }

  /// Returns the present levels of the supertypes that `event` reaches. O(these supertypes), once the bus has found
  /// them.
  @usableFromInline
  func wideAudience<Value: Event>(_ event: Value) -> [AnyAudience] {
    let hash = Self.hash(of: Value.self)
    let id = ObjectIdentifier(Value.self)
    let known = withTable(hash) { table in table.wide[id] }
    let channels = known ?? findWide(event, id, hash)
    return wide.withLock { _ in channels.compactMap { $0.audience() } }
  }

  /// Finds the supertype channels that take `event`. Casts run with no lock held, because casts to protocols are slow.
  private func findWide<Value: Event>(_ event: Value, _ id: ObjectIdentifier, _ hash: Int) -> [AnyChannel] {
    let (all, version) = wide.withLock { ($0.channels, $0.version) }
    let found = all.filter { $0.takes(event) }
    withTable(hash) { table in if table.wideVersion == version, table.hasWide { table.wide[id] = found } }
    return found
  }

  func closeWide() -> [any AnyObject & Sendable] {
    wide.withLock { wide -> [any AnyObject & Sendable] in
      wide.isClosed = true
      let garbage: [any AnyObject & Sendable] = wide.channels.compactMap { $0.close() } + wide.channels
      wide.channels = []
      return garbage
    }
  }
}
