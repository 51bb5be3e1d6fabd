public import SwitchboardBroadcast

/// The channels of one shard, guarded by the shard's lock.
@usableFromInline
struct BusTable: ~Copyable {
  @usableFromInline var channels = ObjectTable<AnyChannel>()
  /// Whether the bus is closed.
  @usableFromInline var isClosed = false
  /// Whether the bus has a subscription to a supertype.
  @usableFromInline var hasSupertypes = false
  /// The `SupertypeChannels.version` from which `supertypes` was computed.
  var supertypesVersion = 0
  /// The supertype channels that take an event, by the type of the event. Cleared when the supertype channels change.
  var supertypes: [ObjectIdentifier: [AnyChannel]] = [:]

  init() {}

  /// Returns the channel of a type or of a subtype. O(1).
  @inlinable @inline(__always)
  func channel<Value>(of _: Value.Type, _ subtype: String? = nil, hash: Int) -> Unmanaged<Channel<Value>>? {
    let type = ObjectIdentifier(Value.self)
    guard let found = channels.first(hash, where: { $0.type == type && $0.subtype == subtype }) else { return nil }
    // Sound: a channel whose `type` is `Value` is a `Channel<Value>`.
    return Unmanaged.fromOpaque(found.toOpaque())
  }

  /// Returns the channel of a type or of a subtype, and makes the channel if there is none.
  @inlinable
  mutating func requireChannel<Value>(of type: Value.Type, _ subtype: String?, hash: Int) -> Channel<Value> {
    if let found = channel(of: type, subtype, hash: hash) { return found.takeUnretainedValue() }
    let made = Channel<Value>(subtype, hash: hash)
    channels.insert(made)
    return made
  }
}

/// One shard of a bus.
@usableFromInline
struct BusShard: ~Copyable {
  @usableFromInline let table = Lock(BusTable())
  init() {}

  /// The distance between two shards in bytes. Processors fetch cache lines in pairs, so each shard has two cache lines
  /// or a multiple of two. Threads that dispatch different types then do not slow each other down.
  @inlinable static var stride: Int { (MemoryLayout<BusShard>.size &+ 127) & ~127 }
}
