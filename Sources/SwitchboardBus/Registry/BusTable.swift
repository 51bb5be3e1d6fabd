public import SwitchboardBroadcast

/// A part of a bus's channels, under one lock.
@usableFromInline
struct BusTable: ~Copyable {
  @usableFromInline var channels = ObjectTable<AnyChannel>()
  /// Whether the bus is gone.
  @usableFromInline var isClosed = false
  /// Whether somebody has subscribed to supertypes.
  @usableFromInline var hasWide = false
  /// Which change of those channels this part has heard of.
  var wideVersion = 0
  /// By the type of events: which of those channels take it. Thrown away when there are others.
  var wide: [ObjectIdentifier: [AnyChannel]] = [:]

  init() {}

  /// The channel of a type, or of a subtype. O(1).
  @inlinable @inline(__always)
  func channel<Value>(of _: Value.Type, _ subtype: String? = nil, hash: Int) -> Unmanaged<Channel<Value>>? {
    let type = ObjectIdentifier(Value.self)
    guard let found = channels.first(hash, where: { $0.type == type && $0.subtype == subtype }) else { return nil }
    // Sound: a channel with this type is one of this type.
    return Unmanaged.fromOpaque(found.toOpaque())
  }

  /// The same, made if it is not there.
  @inlinable
  mutating func requireChannel<Value>(of type: Value.Type, _ subtype: String?, hash: Int) -> Channel<Value> {
    if let found = channel(of: type, subtype, hash: hash) { return found.takeUnretainedValue() }
    let made = Channel<Value>(subtype, hash: hash)
    channels.insert(made)
    return made
  }
}

/// One part of a bus.
@usableFromInline
struct BusShard: ~Copyable {
  @usableFromInline let table = Lock(BusTable())
  init() {}

  /// How far apart they are: each on cache lines of its own, of which processors fetch two at a time. Threads that dispatch different types
  /// should not meet.
  @inlinable static var stride: Int { (MemoryLayout<BusShard>.size &+ 127) & ~127 }
}
