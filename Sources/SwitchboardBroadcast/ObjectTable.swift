/// What an ``ObjectTable`` holds: an object that knows its hash.
open class TableEntry: @unchecked Sendable {
  // Sound: a constant, and what is touched only under the lock of whoever has the table.
  public final let hash: Int
  /// Whether the table has it.
  @exclusivity(unchecked) public fileprivate(set) final var isListed = false

  @inlinable public init(hash: Int) { self.hash = hash }

  deinit {}
}

/// Objects by hash: open addressing with linear probing, and removal that moves what follows, so that nothing is left of what was
/// removed. For one part of several, which the lowest eight bits of the hash have chosen.
///
/// A look-up reads one place of 8 bytes and the object: a place is the object's address, and in the bits that are zero in every
/// address a few of the hash, so that it seldom reads another object in vain. The hashes lie apart from that, for changes of
/// the table.
///
/// Runs no code of the user's; what is taken out is released by the caller, with no lock held.
///
/// Memory: 16 bytes a place; none while it is empty, else at most 4 places for an object, and never fewer than 4 places.
public struct ObjectTable<Entry: TableEntry>: ~Copyable, @unchecked Sendable {
  // Sound: its memory is its own.
  @usableFromInline var places: UnsafeMutablePointer<UInt>
  @usableFromInline var hashes: UnsafeMutablePointer<Int>
  /// For how many objects there are places.
  public private(set) var capacity = 0
  public private(set) var count = 0

  public init() {
    // Never read while there is no capacity.
    places = UnsafeMutablePointer(bitPattern: MemoryLayout<UInt>.alignment)!
    hashes = UnsafeMutablePointer(bitPattern: MemoryLayout<Int>.alignment)!
  }

  deinit {
    for index in 0..<capacity where places[index] != 0 { Self.entry(at: places[index]).release() }
    if capacity > 0 {
      places.deallocate()
      hashes.deallocate()
    }
  }

  /// The first object with this hash of which `matches` is true. O(1).
  @inlinable @inline(__always)
  public func first(_ hash: Int, where matches: (Entry) -> Bool) -> Unmanaged<Entry>? {
    if capacity == 0 { return nil }
    let mark = Self.mark(of: hash)
    var index = home(of: hash)
    while true {
      let place = places[index]
      if place == 0 { return nil }
      if place & Self.markBits == mark {
        let found = Self.entry(at: place)
        if found._withUnsafeGuaranteedRef({ $0.hash == hash && matches($0) }) { return found }
      }
      index = (index &+ 1) & (capacity &- 1)
    }
  }

  /// Adds an object that is not there. O(1) amortised.
  public mutating func insert(_ entry: Entry) {
    // Thirteen sixteenths: then a look-up that finds nothing reads two cache lines at most.
    if (count + 1) * 16 > capacity * 13 { resize(max(4, capacity * 2)) }
    let address = UInt(bitPattern: Unmanaged.passRetained(entry).toOpaque())
    require(address & Self.markBits == 0, "an object's address is expected to be a multiple of 16")
    place(address | Self.mark(of: entry.hash), entry.hash)
    count += 1
    entry.isListed = true
  }

  /// Takes an object out that is there. O(1) amortised.
  public mutating func remove(_ entry: Entry) -> Entry {
    let address = UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque())
    var index = home(of: entry.hash)
    while places[index] & ~Self.markBits != address { index = (index + 1) & (capacity - 1) }
    let removed = Self.entry(at: places[index]).takeRetainedValue()
    removed.isListed = false
    var next = (index + 1) & (capacity - 1)
    while places[next] != 0 {
      // What would not be found from its home any more once there is a hole before it moves into the hole.
      let distance = (next - home(of: hashes[next])) & (capacity - 1)
      if distance >= (next - index) & (capacity - 1) {
        places[index] = places[next]
        hashes[index] = hashes[next]
        index = next
      }
      next = (next + 1) & (capacity - 1)
    }
    places[index] = 0
    count -= 1
    if count == 0 { resize(0) } else if capacity > 4, count * 4 < capacity { resize(capacity / 2) }
    return removed
  }

  /// Lets go of all, which somebody else still has.
  public mutating func removeAll() {
    for index in 0..<capacity where places[index] != 0 {
      let entry = Self.entry(at: places[index])
      entry._withUnsafeGuaranteedRef { $0.isListed = false }
      places[index] = 0
      entry.release()
    }
    count = 0
    resize(0)
  }

  /// In no order that means anything.
  public func forEach(_ body: (Entry) -> Void) {
    for index in 0..<capacity where places[index] != 0 { Self.entry(at: places[index])._withUnsafeGuaranteedRef(body) }
  }
}

extension ObjectTable {
  @inlinable @inline(__always) static var markBits: UInt { 15 }
  @inlinable @inline(__always) static func mark(of hash: Int) -> UInt { UInt(bitPattern: hash) &>> (UInt.bitWidth - 4) }
  @inlinable @inline(__always) func home(of hash: Int) -> Int { (hash &>> 8) & (capacity &- 1) }

  @inlinable @inline(__always)
  static func entry(at place: UInt) -> Unmanaged<Entry> {
    // Sound: a place that is not 0 was made of an object's address.
    .fromOpaque(UnsafeRawPointer(bitPattern: place & ~markBits).unsafelyUnwrapped)
  }

  private mutating func place(_ marked: UInt, _ hash: Int) {
    var index = home(of: hash)
    while places[index] != 0 { index = (index + 1) & (capacity - 1) }
    places[index] = marked
    hashes[index] = hash
  }

  private mutating func resize(_ size: Int) {
    let (oldPlaces, oldHashes, oldCapacity) = (places, hashes, capacity)
    capacity = size
    if size > 0 {
      places = .allocate(capacity: size)
      places.initialize(repeating: 0, count: size)
      hashes = .allocate(capacity: size)
      hashes.initialize(repeating: 0, count: size)
    }
    for index in 0..<oldCapacity where oldPlaces[index] != 0 { place(oldPlaces[index], oldHashes[index]) }
    if oldCapacity > 0 {
      oldPlaces.deallocate()
      oldHashes.deallocate()
    }
  }
}
