public import SwitchboardBroadcast

/// A part of a board's entries, under one lock.
@usableFromInline
struct BoardTable: ~Copyable {
  @usableFromInline var entries = ObjectTable<AnyEntry>()
  /// Whether the board is gone.
  @usableFromInline var isClosed = false

  init() {}

  /// The entry of `key`. O(1).
  @inlinable @inline(__always)
  func entry<Value>(of key: BoardKey<Value>) -> Entry<Value>? {
    let type = ObjectIdentifier(Value.self)
    guard let found = entries.first(key.hash, where: { $0.type == type && $0.name == key.name }) else { return nil }
    let entry = found._withUnsafeGuaranteedRef { $0 }
    // Sound: an entry with this type is one of this type.
    return unsafeDowncast(entry, to: Entry<Value>.self)
  }

  /// Adds an entry that is not there. Returns another of the same name, if there is one and it has not been reported.
  @usableFromInline
  mutating func insert(_ entry: AnyEntry) -> AnyEntry? {
    let namesake = entries.first(entry.hash) { $0.name == entry.name }?.takeUnretainedValue()
    entries.insert(entry)
    guard let namesake else { return nil }
    let isReported = namesake.isReported
    (namesake.isReported, entry.isReported) = (true, true)
    return isReported ? nil : namesake
  }
}

/// One part of a board. On a cache line of its own: threads that work on different keys should not meet.
@usableFromInline
struct BoardShard: ~Copyable {
  @usableFromInline let table = Lock(BoardTable())
  private let padding: (UInt64, UInt64) = (0, 0)
  init() {}
}
