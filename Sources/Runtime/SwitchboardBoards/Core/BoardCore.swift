public import SwitchboardBroadcast
public import SwitchboardSignals

/// The entries of a board. The board owns them, and the board's subscriptions share them.
///
/// ```
/// DataBoard ──strong──▶ BoardCore ──strong──▶ Entry ──strong──▶ Feed ──strong──▶ BoardSubscriber ──strong──▶ handler
///                          ▲                    ▲                                      │
///                          └────────────────────┴──────────────── strong ──────────────┘
/// ```
/// The cycle is cut when a subscription ends. All subscriptions end when the board is deallocated. Signals, handles and
/// pauses may keep the closed core alive longer.
///
/// The hash of a key selects one of several shards. Each shard has its own lock, which is held for a look-up and a few
/// moves. No lock is held during a delivery (promise R4).
@usableFromInline
@safe final class BoardCore: @unchecked Sendable {
  // Sound: each shard has a lock, and the set of shards never changes.
  @usableFromInline let shards: UnsafeMutablePointer<BoardShard>
  @usableFromInline let mask: Int
  let name: String?
  let diagnostics: PublishSubject<BoardDiagnostic, Never>
  @usableFromInline let swept = SweptOwners()
  /// The indexes of owners with many subscriptions, by the identity of the owner's bag.
  let indexes = Lock<[ObjectIdentifier: OwnerIndex]>([:])

  /// - Parameter count: The number of shards, a power of two, at most 256.
  init(name: String?, shards count: Int, fileID: StaticString, line: UInt32) {
    self.name = name
    mask = count - 1
    unsafe shards = .allocate(capacity: count)
    for index in 0..<count { unsafe (shards + index).initialize(to: BoardShard()) }
    diagnostics = PublishSubject(name: name, fileID: fileID, line: line)
    Probe.keeps(
      self, as: DataBoard.self, name: name, fileID: fileID, line: line, { $0.values(madeIn: $1) })
    Probe.made(self, as: DataBoard.self, name: name, fileID: fileID, line: line)
  }

  deinit {
    unsafe shards.deinitialize(count: mask + 1)
    unsafe shards.deallocate()
  }

  /// Runs `body` under the lock of the shard that `hash` selects. `body` must run no user code, not even a deinit,
  /// because the lock is held (promise R4).
  @inlinable @inline(__always)
  func withTable<Result: Sendable>(_ hash: Int, _ body: (inout BoardTable) -> Result) -> Result {
    unsafe (shards + (hash & mask)).pointee.table.withLock { table in body(&table) }
  }

  /// Returns the entry of `key`, and makes the entry if there is none. Returns nil if the board is closed. Runs under
  /// the shard's lock.
  @inlinable
  func requireEntry<Value>(
    _ key: BoardKey<Value>, _ table: inout BoardTable, _ namesake: inout AnyEntry?
  ) -> Entry<Value>? {
    if table.isClosed { return nil }
    if let entry = table.entry(of: key) { return entry }
    let made = Entry(key)
    namesake = table.insert(made)
    return made
  }

  /// Reports that `other` has the same name as a key of another type.
  @usableFromInline
  func report(_ other: AnyEntry, _ type: Any.Type) {
    diagnostics.send(
      .twoTypes(name: other.name, types: ["\(other.type)", "\(type)"]), fileID: "DataBoard.diagnostics", line: 0)
  }

  /// Returns whether `key` has a name. Reports a key with an empty name.
  @inlinable @inline(__always)
  func names<Value>(
    _ key: BoardKey<Value>, _ operation: StaticString, _ fileID: StaticString, _ line: UInt32
  ) -> Bool {
    if !key.name.isEmpty { return true }
    reportEmptyName(operation, fileID, line)
    return false
  }

  @usableFromInline @inline(never)
  func reportEmptyName(_ operation: StaticString, _ fileID: StaticString, _ line: UInt32) {
    diagnostics.send(.emptyName(operation: "\(operation)", fileID: "\(fileID)", line: line), fileID: fileID, line: line)
  }
}

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
    let found = unsafe entries.first(key.hash) { ObjectIdentifier($0.type) == type && $0.name == key.name }
    guard let entry = unsafe found?._withUnsafeGuaranteedRef({ $0 }) else { return nil }
    // Sound: an entry whose `type` is `Value` is an `Entry<Value>`.
    return unsafe unsafeDowncast(entry, to: Entry<Value>.self)
  }

  /// Adds an entry that is not in the table. Returns another entry of the same name if there is one and the board has
  /// not reported it.
  @usableFromInline
  mutating func insert(_ entry: AnyEntry) -> AnyEntry? {
    let namesake = unsafe entries.first(entry.hash) { $0.name == entry.name }?.takeUnretainedValue()
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

extension BoardCore {
  /// The core of the handles that do nothing. It is closed, like the core of a deallocated board.
  @usableFromInline static let gone = {
    let core = BoardCore(name: nil, shards: 1, fileID: "BoardHandle", line: 0)
    core.close()
    return core
  }()
}
