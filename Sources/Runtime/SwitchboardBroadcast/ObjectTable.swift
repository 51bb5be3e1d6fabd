/// An object that an ``ObjectTable`` can hold; it knows its hash.
open class TableEntry: @unchecked Sendable {
  // Sound: `hash` is constant. The rest is touched only under the lock that guards the table.
  public final let hash: Int
  /// Whether the table holds the object.
  @safe @exclusivity(unchecked) public fileprivate(set) final var isListed = false

  @inlinable public init(hash: Int) { self.hash = hash }

  deinit {}
}

/// A hash table of objects, with open addressing and linear probing. A removal moves the objects that follow, so it
/// leaves no mark behind. A table is one of several parts; the lowest eight bits of the hash choose the part, and the
/// place in a table comes from the other bits.
///
/// A look-up reads one place of 8 bytes and the object. A place holds the object's address; the bits that are zero in
/// every address hold a few bits of the hash, so a look-up seldom reads the wrong object. The hashes lie in a separate
/// array, which only changes of the table read.
///
/// The table runs no user code. The caller releases what is taken out, with no lock held.
///
/// Memory: 16 bytes a place; no place while the table is empty, else at most 4 places for an object, and never fewer
/// than 4 places.
@safe public struct ObjectTable<Entry: TableEntry>: ~Copyable, @unchecked Sendable {
  // Sound: no other code refers to the table's memory.
  @usableFromInline var places: UnsafeMutablePointer<UInt>
  @usableFromInline var hashes: UnsafeMutablePointer<Int>
  /// The number of objects for which there are places.
  public private(set) var capacity = 0
  public private(set) var count = 0

  public init() {
    // These addresses are never read while the capacity is 0.
    unsafe places = unsafe UnsafeMutablePointer(bitPattern: MemoryLayout<UInt>.alignment)!
    unsafe hashes = unsafe UnsafeMutablePointer(bitPattern: MemoryLayout<Int>.alignment)!
  }

  deinit {
    for index in 0..<capacity where unsafe places[index] != 0 { unsafe Self.entry(at: places[index]).release() }
    if capacity > 0 {
      unsafe places.deallocate()
      unsafe hashes.deallocate()
    }
  }

  /// Returns the first object with this hash for which `matches` is true. O(1).
  @inlinable @inline(__always)
  public func first(_ hash: Int, where matches: (Entry) -> Bool) -> Unmanaged<Entry>? {
    if capacity == 0 { return nil }
    let mark = Self.mark(of: hash)
    var index = home(of: hash)
    while true {
      let place = unsafe places[index]
      if place == 0 { return nil }
      if place & Self.markBits == mark {
        let found = unsafe Self.entry(at: place)
        if unsafe found._withUnsafeGuaranteedRef({ $0.hash == hash && matches($0) }) { return unsafe found }
      }
      index = (index &+ 1) & (capacity &- 1)
    }
  }

  /// Adds an object that is not in the table. O(1) amortised.
  public mutating func insert(_ entry: Entry) {
    // At most thirteen sixteenths are full, so a look-up that finds nothing reads two cache lines at most.
    if (count + 1) * 16 > capacity * 13 { resize(max(4, capacity * 2)) }
    let address = unsafe UInt(bitPattern: Unmanaged.passRetained(entry).toOpaque())
    require(address & Self.markBits == 0, "an object's address must be a multiple of 16")
    place(address | Self.mark(of: entry.hash), entry.hash)
    count += 1
    entry.isListed = true
  }

  /// Takes out an object that is in the table. O(1) amortised.
  public mutating func remove(_ entry: Entry) -> Entry {
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque())
    var index = home(of: entry.hash)
    while unsafe places[index] & ~Self.markBits != address { index = (index + 1) & (capacity - 1) }
    let removed = unsafe Self.entry(at: places[index]).takeRetainedValue()
    removed.isListed = false
    var next = (index + 1) & (capacity - 1)
    while unsafe places[next] != 0 {
      // An object moves into the hole if a look-up from its home would otherwise stop at the hole.
      let distance = unsafe (next - home(of: hashes[next])) & (capacity - 1)
      if distance >= (next - index) & (capacity - 1) {
        unsafe places[index] = unsafe places[next]
        unsafe hashes[index] = unsafe hashes[next]
        index = next
      }
      next = (next + 1) & (capacity - 1)
    }
    unsafe places[index] = 0
    count -= 1
    if count == 0 { resize(0) } else if capacity > 4, count * 4 < capacity { resize(capacity / 2) }
    return removed
  }

  /// Removes and releases all objects. The caller keeps a reference to each object, so no deinit runs here.
  public mutating func removeAll() {
    for index in 0..<capacity where unsafe places[index] != 0 {
      let entry = unsafe Self.entry(at: places[index])
      unsafe entry._withUnsafeGuaranteedRef { $0.isListed = false }
      unsafe places[index] = 0
      unsafe entry.release()
    }
    count = 0
    resize(0)
  }

  /// Calls `body` for each object, in no particular order.
  public func forEach(_ body: (Entry) -> Void) {
    for index in 0..<capacity where unsafe places[index] != 0 {
      unsafe Self.entry(at: places[index])._withUnsafeGuaranteedRef(body)
    }
  }
}

extension ObjectTable {
  @inlinable @inline(__always) static var markBits: UInt { 15 }
  @inlinable @inline(__always) static func mark(of hash: Int) -> UInt { UInt(bitPattern: hash) &>> (UInt.bitWidth - 4) }
  @inlinable @inline(__always) func home(of hash: Int) -> Int { (hash &>> 8) & (capacity &- 1) }

  @inlinable @inline(__always)
  static func entry(at place: UInt) -> Unmanaged<Entry> {
    // Sound: a place that is not 0 was made from an object's address.
    unsafe .fromOpaque(UnsafeRawPointer(bitPattern: place & ~markBits).unsafelyUnwrapped)
  }

  private mutating func place(_ marked: UInt, _ hash: Int) {
    var index = home(of: hash)
    while unsafe places[index] != 0 { index = (index + 1) & (capacity - 1) }
    unsafe places[index] = marked
    unsafe hashes[index] = hash
  }

  private mutating func resize(_ size: Int) {
    let (oldPlaces, oldHashes, oldCapacity) = unsafe (places, hashes, capacity)
    capacity = size
    if size > 0 {
      unsafe places = .allocate(capacity: size)
      unsafe places.initialize(repeating: 0, count: size)
      unsafe hashes = .allocate(capacity: size)
      unsafe hashes.initialize(repeating: 0, count: size)
    }
    for index in 0..<oldCapacity where unsafe oldPlaces[index] != 0 { unsafe place(oldPlaces[index], oldHashes[index]) }
    if oldCapacity > 0 {
      unsafe oldPlaces.deallocate()
      unsafe oldHashes.deallocate()
    }
  }
}
