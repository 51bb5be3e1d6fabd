public import SwitchboardBroadcast
import SwitchboardSignals
import Synchronization

/// The channels of a bus. The bus owns them, and the bus's subscriptions share them.
///
/// ```
/// EventBus ─strong─▶ BusCore ─strong─▶ Channel ─strong─▶ PriorityList ─strong─▶ BusSubscriber ─strong─▶ handler
///                       ▲                 ▲                                           │
///                       └─────────────────┴───────────────── strong ──────────────────┘
/// ```
/// The cycle is cut when a subscription ends. All subscriptions end when the bus is deallocated.
///
/// The hash of a type selects one of several shards. Each shard has its own lock, which is held for a look-up and a few
/// moves. No lock is held during a delivery (promise R4).
@usableFromInline
final class BusCore: @unchecked Sendable {
  // Sound: each shard has a lock, and the set of shards never changes.
  @usableFromInline let shards: UnsafeMutableRawPointer
  @usableFromInline let mask: Int
  @usableFromInline let name: String?
  let failures: PublishSubject<EventFailure, Never>
  let swept = SweptOwners()
  let supertypes = Lock(SupertypeChannels())
  let sticky = Lock(StickyEvents())
  /// The bus's own serial queue, made when it is first needed.
  let queue = Lock<Scheduler?>(nil)

  /// - Parameter count: The number of shards, a power of two, at most 256.
  init(name: String?, shards count: Int, fileID: StaticString, line: UInt32) {
    self.name = name
    mask = count - 1
    shards = .allocate(byteCount: count * BusShard.stride, alignment: 128)
    for index in 0..<count { (shards + index * BusShard.stride).initializeMemory(as: BusShard.self, to: BusShard()) }
    failures = PublishSubject(name: name, fileID: fileID, line: line)
  }

  deinit {
    for index in 0...mask { shard(index).deinitialize(count: 1) }
    shards.deallocate()
  }

  /// Runs `body` under the lock of the shard that `hash` selects. `body` must run no user code, not even a deinit,
  /// because the lock is held (promise R4).
  @inlinable @inline(__always)
  func withTable<Result: Sendable>(_ hash: Int, _ body: (inout BusTable) -> Result) -> Result {
    shard(hash & mask).pointee.table.withLock { table in body(&table) }
  }

  @inlinable @inline(__always)
  func shard(_ index: Int) -> UnsafeMutablePointer<BusShard> {
    (shards + index &* BusShard.stride).assumingMemoryBound(to: BusShard.self)
  }

  /// Returns the hash of a type, which is its mixed address: no hasher runs and no text is read. The mixing is needed
  /// because types lie in memory at multiples of 8, and those of one module side by side.
  @inlinable @inline(__always)
  static func hash<Value>(of _: Value.Type) -> Int {
    let mixed = UInt(bitPattern: ObjectIdentifier(Value.self)) &* 0x9E37_79B9_7F4A_7C15
    return Int(bitPattern: mixed ^ mixed &>> 32)
  }

  /// Returns the hash of a subtype of a type. O(length of the subtype).
  @inlinable
  static func hash<Value>(of type: Value.Type, _ subtype: String) -> Int { hash(of: type) ^ subtype.hashValue }
}

extension BusCore {
  /// Makes a place for a subscription. Returns nil if the bus is closed.
  @inlinable
  func pin<Value>(
    _ type: Value.Type, _ subtype: String?, _ priority: Int, isBorrower: Bool
  ) -> (place: BusPlace, list: PriorityList<Value>)? {
    let hash = Self.hash(of: type)
    let pinned = withTable(hash) { table -> (channel: Channel<Value>, list: PriorityList<Value>?)? in
      if table.isClosed { return nil }
      let channel = table.requireChannel(of: type, nil, hash: hash)
      if isBorrower { channel.borrowers += 1 }
      guard subtype != nil else { return (channel, channel.pin(priority, name: name)) }
      channel.pins += 1
      channel.subtypeCount += 1
      return (channel, nil)
    }
    guard let pinned else { return nil }
    if let list = pinned.list {
      var place = BusPlace(self, pinned.channel, list)
      place.isBorrower = isBorrower
      return (place, list)
    }
    let subtypeHash = Self.hash(of: type, subtype!)
    let pinnedSubtype = withTable(subtypeHash) { table -> (channel: Channel<Value>, list: PriorityList<Value>)? in
      if table.isClosed { return nil }
      let channel = table.requireChannel(of: type, subtype, hash: subtypeHash)
      return (channel, channel.pin(priority, name: name))
    }
    // The bus was closed meanwhile. The type's channel is then out of the table, and its pins no longer matter.
    guard let pinnedSubtype else { return nil }
    var place = BusPlace(self, pinnedSubtype.channel, pinnedSubtype.list)
    place.type = pinned.channel
    place.isBorrower = isBorrower
    return (place, pinnedSubtype.list)
  }

  /// Gives a place back. The last place of a channel takes the channel out of the table (promise R10).
  func unpin(_ place: BusPlace) {
    let garbage = withTable(place.channel.hash) { table -> (AnyAudience?, AnyChannel?) in
      let list = place.channel.unpin(place.list)
      if place.type == nil, place.isBorrower { place.channel.borrowers -= 1 }
      return (list, removeIfUnpinned(place.channel, &table))
    }
    withExtendedLifetime(garbage) {}
    guard let type = place.type else { return }
    let rest = withTable(type.hash) { table -> AnyChannel? in
      type.pins -= 1
      type.subtypeCount -= 1
      if place.isBorrower { type.borrowers -= 1 }
      return removeIfUnpinned(type, &table)
    }
    withExtendedLifetime(rest) {}
  }

  /// Takes `channel` out of the table if no subscription pins it. Returns the removed channel, which the caller
  /// releases with no lock held.
  private func removeIfUnpinned(_ channel: AnyChannel, _ table: inout BusTable) -> AnyChannel? {
    channel.pins == 0 && channel.isListed ? table.channels.remove(channel) : nil
  }

  /// Closes the bus and ends all subscriptions.
  func close() {
    var garbage: [AnyObject] = []
    for index in 0...mask {
      withTable(index) { table in
        table.isClosed = true
        table.hasSupertypes = false
        table.channels.forEach { channel in
          garbage.append(channel)
          if let lists = channel.close() { garbage.append(lists) }
        }
        table.channels.removeAll()
      }
    }
    garbage += closeSupertypes()
    let values = sticky.withLock { $0.removeAll() }
    withExtendedLifetime((garbage, values)) {}
  }
}
