public import SwitchboardBroadcast

/// A part of a board's entries, under one lock: open addressing with linear probing, and removal that moves what follows, so that nothing
/// is left of what was removed.
///
/// Memory: 16 bytes a place; none while it is empty, else at most 4 places for an entry, and never fewer than 4 places.
@usableFromInline
struct BoardTable: ~Copyable {
  @usableFromInline
  struct Place {
    @usableFromInline var hash: Int
    @usableFromInline var entry: Unmanaged<AnyEntry>?
    @inlinable init(hash: Int, entry: Unmanaged<AnyEntry>?) { (self.hash, self.entry) = (hash, entry) }
  }

  /// Never read while `capacity` is 0.
  @usableFromInline var places: UnsafeMutablePointer<Place>
  @usableFromInline var capacity = 0
  @usableFromInline var count = 0
  /// Whether the board is gone.
  @usableFromInline var isClosed = false

  init() { places = UnsafeMutablePointer(bitPattern: MemoryLayout<Place>.alignment)! }

  deinit {
    for index in 0..<capacity { places[index].entry?.release() }
    if capacity > 0 { places.deallocate() }
  }

  /// The lowest bits have chosen the shard.
  @inlinable @inline(__always)
  func home(of hash: Int) -> Int { (hash &>> 8) & (capacity &- 1) }

  /// The entry of `key`. O(1).
  @inlinable @inline(__always)
  func entry<Value>(of key: BoardKey<Value>) -> Entry<Value>? {
    if capacity == 0 { return nil }
    let type = ObjectIdentifier(Value.self)
    var index = home(of: key.hash)
    while let found = places[index].entry {
      if places[index].hash == key.hash {
        let entry = found._withUnsafeGuaranteedRef { $0 }
        // Sound: an entry with this type is one of this type.
        if entry.type == type, entry.name == key.name { return unsafeDowncast(entry, to: Entry<Value>.self) }
      }
      index = (index &+ 1) & (capacity &- 1)
    }
    return nil
  }

  /// Adds an entry that is not there. Returns another of the same name, if there is one and it has not been reported.
  @usableFromInline
  mutating func insert(_ entry: AnyEntry) -> AnyEntry? {
    if (count + 1) * 4 > capacity * 3 { resize(max(4, capacity * 2)) }
    var namesake: AnyEntry?
    var index = home(of: entry.hash)
    while let found = places[index].entry {
      if places[index].hash == entry.hash {
        let other = found.takeUnretainedValue()
        if other.name == entry.name {
          if other.isReported { entry.isReported = true }
          namesake = other
        }
      }
      index = (index + 1) & (capacity - 1)
    }
    places[index] = Place(hash: entry.hash, entry: Unmanaged.passRetained(entry))
    count += 1
    entry.isListed = true
    guard let namesake, !entry.isReported else { return nil }
    (namesake.isReported, entry.isReported) = (true, true)
    return namesake
  }

  /// Takes an entry out; it is to be released with no lock held.
  @usableFromInline
  mutating func remove(_ entry: AnyEntry) -> AnyEntry {
    var index = home(of: entry.hash)
    while places[index].entry?.toOpaque() != Unmanaged.passUnretained(entry).toOpaque() {
      index = (index + 1) & (capacity - 1)
    }
    let removed = places[index].entry!.takeRetainedValue()
    removed.isListed = false
    var next = (index + 1) & (capacity - 1)
    while places[next].entry != nil {
      // What would not be found from its home any more once there is a hole before it moves into the hole.
      let distance = (next - home(of: places[next].hash)) & (capacity - 1)
      if distance >= (next - index) & (capacity - 1) {
        places[index] = places[next]
        index = next
      }
      next = (next + 1) & (capacity - 1)
    }
    places[index].entry = nil
    count -= 1
    if count == 0 { resize(0) } else if capacity > 4, count * 4 < capacity { resize(capacity / 2) }
    return removed
  }

  private mutating func resize(_ size: Int) {
    let (old, oldCapacity) = (places, capacity)
    capacity = size
    if size > 0 {
      places = .allocate(capacity: size)
      places.initialize(repeating: Place(hash: 0, entry: nil), count: size)
    }
    for place in UnsafeMutableBufferPointer(start: old, count: oldCapacity) where place.entry != nil {
      var index = home(of: place.hash)
      while places[index].entry != nil { index = (index + 1) & (capacity - 1) }
      places[index] = place
    }
    if oldCapacity > 0 { old.deallocate() }
  }

  /// Lets go of all entries, which somebody else still has.
  mutating func clear() {
    for index in 0..<capacity { places[index].entry?.release() }
    count = 0
    for index in 0..<capacity { places[index].entry = nil }
    resize(0)
  }

  func forEach(_ body: (AnyEntry) -> Void) {
    for index in 0..<capacity {
      if let entry = places[index].entry { entry._withUnsafeGuaranteedRef(body) }
    }
  }
}

/// One part of a board. On a cache line of its own: threads that work on different keys should not meet.
@usableFromInline
struct BoardShard: ~Copyable {
  @usableFromInline let table = Lock(BoardTable())
  private let padding: (UInt64, UInt64) = (0, 0)
  init() {}
}
