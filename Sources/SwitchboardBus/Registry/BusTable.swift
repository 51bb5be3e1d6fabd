public import SwitchboardBroadcast

/// A part of a bus's channels, under one lock: open addressing with linear probing, and removal that moves what follows, so that
/// nothing is left of what was removed.
///
/// Memory: 16 bytes a place; none while it is empty, else at most 4 places for a channel, and never fewer than 4 places.
@usableFromInline
struct BusTable: ~Copyable {
  @usableFromInline
  struct Place {
    @usableFromInline var hash: Int
    @usableFromInline var channel: Unmanaged<AnyChannel>?
    @inlinable init(hash: Int, channel: Unmanaged<AnyChannel>?) { (self.hash, self.channel) = (hash, channel) }
  }

  /// Never read while `capacity` is 0.
  @usableFromInline var places: UnsafeMutablePointer<Place>
  @usableFromInline var capacity = 0
  @usableFromInline var count = 0
  /// Whether the bus is gone.
  @usableFromInline var isClosed = false
  /// Whether somebody has subscribed to supertypes.
  @usableFromInline var hasWide = false
  /// Which change of those channels this part has heard of.
  var wideVersion = 0
  /// By the type of events: which of those channels take it. Thrown away when there are others.
  var wide: [ObjectIdentifier: [AnyChannel]] = [:]

  init() { places = UnsafeMutablePointer(bitPattern: MemoryLayout<Place>.alignment)! }

  deinit {
    for index in 0..<capacity { places[index].channel?.release() }
    if capacity > 0 { places.deallocate() }
  }

  /// The lowest bits have chosen the shard.
  @inlinable @inline(__always)
  func home(of hash: Int) -> Int { (hash &>> 8) & (capacity &- 1) }

  /// The channel of a type, or of a subtype. O(1).
  @inlinable @inline(__always)
  func channel<Value>(of _: Value.Type, _ subtype: String? = nil, hash: Int) -> Unmanaged<Channel<Value>>? {
    if capacity == 0 { return nil }
    let type = ObjectIdentifier(Value.self)
    var index = home(of: hash)
    while let found = places[index].channel {
      if places[index].hash == hash, found._withUnsafeGuaranteedRef({ $0.type == type && $0.subtype == subtype }) {
        // Sound: a channel with this type is one of this type.
        return Unmanaged.fromOpaque(found.toOpaque())
      }
      index = (index &+ 1) & (capacity &- 1)
    }
    return nil
  }

  /// The same, made if it is not there.
  @inlinable
  mutating func requireChannel<Value>(of type: Value.Type, _ subtype: String?, hash: Int) -> Channel<Value> {
    if let found = channel(of: type, subtype, hash: hash) { return found.takeUnretainedValue() }
    let made = Channel<Value>(subtype, hash: hash)
    insert(made)
    return made
  }

  @usableFromInline
  mutating func insert(_ channel: AnyChannel) {
    if (count + 1) * 4 > capacity * 3 { resize(max(4, capacity * 2)) }
    var index = home(of: channel.hash)
    while places[index].channel != nil { index = (index + 1) & (capacity - 1) }
    places[index] = Place(hash: channel.hash, channel: Unmanaged.passRetained(channel))
    count += 1
    channel.isListed = true
  }

  /// Takes a channel out; it is to be released with no lock held.
  @usableFromInline
  mutating func remove(_ channel: AnyChannel) -> AnyChannel {
    var index = home(of: channel.hash)
    while places[index].channel?.toOpaque() != Unmanaged.passUnretained(channel).toOpaque() {
      index = (index + 1) & (capacity - 1)
    }
    let removed = places[index].channel!.takeRetainedValue()
    removed.isListed = false
    var next = (index + 1) & (capacity - 1)
    while places[next].channel != nil {
      // What would not be found from its home any more once there is a hole before it moves into the hole.
      let distance = (next - home(of: places[next].hash)) & (capacity - 1)
      if distance >= (next - index) & (capacity - 1) {
        places[index] = places[next]
        index = next
      }
      next = (next + 1) & (capacity - 1)
    }
    places[index].channel = nil
    count -= 1
    if count == 0 { resize(0) } else if capacity > 4, count * 4 < capacity { resize(capacity / 2) }
    return removed
  }

  private mutating func resize(_ size: Int) {
    let (old, oldCapacity) = (places, capacity)
    capacity = size
    if size > 0 {
      places = .allocate(capacity: size)
      places.initialize(repeating: Place(hash: 0, channel: nil), count: size)
    }
    for place in UnsafeMutableBufferPointer(start: old, count: oldCapacity) where place.channel != nil {
      var index = home(of: place.hash)
      while places[index].channel != nil { index = (index + 1) & (capacity - 1) }
      places[index] = place
    }
    if oldCapacity > 0 { old.deallocate() }
  }

  /// Lets go of all channels, which somebody else still has.
  mutating func clear() {
    for index in 0..<capacity {
      places[index].channel?.release()
      places[index].channel = nil
    }
    count = 0
    resize(0)
  }

  func forEach(_ body: (AnyChannel) -> Void) {
    for index in 0..<capacity {
      if let channel = places[index].channel { channel._withUnsafeGuaranteedRef(body) }
    }
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
