public import SwitchboardBroadcast
import SwitchboardSignals

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
final class BoardCore: @unchecked Sendable {
  // Sound: each shard has a lock, and the set of shards never changes.
  @usableFromInline let shards: UnsafeMutablePointer<BoardShard>
  @usableFromInline let mask: Int
  let name: String?
  let diagnostics: PublishSubject<BoardDiagnostic, Never>
  let swept = SweptOwners()

  /// - Parameter count: The number of shards, a power of two, at most 256.
  init(name: String?, shards count: Int, fileID: StaticString, line: UInt32) {
    self.name = name
    mask = count - 1
    shards = .allocate(capacity: count)
    for index in 0..<count { (shards + index).initialize(to: BoardShard()) }
    diagnostics = PublishSubject(name: name, fileID: fileID, line: line)
  }

  deinit {
    shards.deinitialize(count: mask + 1)
    shards.deallocate()
  }

  /// Runs `body` under the lock of the shard that `hash` selects. `body` must run no user code, not even a deinit,
  /// because the lock is held (promise R4).
  @inlinable @inline(__always)
  func withTable<Result: Sendable>(_ hash: Int, _ body: (inout BoardTable) -> Result) -> Result {
    (shards + (hash & mask)).pointee.table.withLock { table in body(&table) }
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
    diagnostics.send(.twoTypes(name: other.name, types: ["\(other.valueType)", "\(type)"]))
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
