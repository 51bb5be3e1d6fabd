public import SwitchboardBroadcast

/// The entries of one shard, guarded by the shard's lock.
@usableFromInline
struct BoardTable: ~Copyable {
  @usableFromInline var entries = ObjectTable<AnyEntry>()
  /// Whether the board is closed.
  @usableFromInline var isClosed = false

  init() {}

  /// Returns the entry of `key`. O(1).
  @inlinable @inline(__always)
  func entry<Value>(of key: BoardKey<Value>) -> Entry<Value>? {
    let type = ObjectIdentifier(Value.self)
    guard let found = entries.first(key.hash, where: { $0.type == type && $0.name == key.name }) else { return nil }
    let entry = found._withUnsafeGuaranteedRef { $0 }
    // Sound: an entry whose `type` is `Value` is an `Entry<Value>`.
    return unsafeDowncast(entry, to: Entry<Value>.self)
  }

  /// Adds an entry that is not in the table. Returns another entry of the same name if there is one and the board has
  /// not reported it.
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

/// One shard of a board. It fills a cache line, so that threads that work on different keys do not slow each other
/// down.
@usableFromInline
struct BoardShard: ~Copyable {
  @usableFromInline let table = Lock(BoardTable())
  private let padding: (UInt64, UInt64) = (0, 0)
  init() {}
}
