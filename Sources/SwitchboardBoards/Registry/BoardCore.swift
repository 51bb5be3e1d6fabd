public import SwitchboardBroadcast
import SwitchboardSignals

/// The entries of a board: what the board owns, and its subscriptions share.
///
/// ```
/// DataBoard ──strong──▶ BoardCore ──strong──▶ Entry ──strong──▶ Feed ──strong──▶ BoardSubscriber ──strong──▶ handler
///                          ▲                    ▲                                      │
///                          └────────────────────┴──────────────── strong ──────────────┘
/// ```
/// The cycle is cut when a subscription ends; and all of them do when the board goes, though signals, handles and pauses may
/// keep what is left of it.
///
/// A key's hash chooses one of some shards. Each has a lock of its own, held for a look-up and a few moves; what is
/// delivered is delivered with none held (R4).
@usableFromInline
final class BoardCore: @unchecked Sendable {
  // Sound: the shards are, and there are always the same.
  @usableFromInline let shards: UnsafeMutablePointer<BoardShard>
  @usableFromInline let mask: Int
  let name: String?
  let diagnostics: PublishSubject<BoardDiagnostic, Never>
  let swept = SweptOwners()

  /// - Parameter count: Of shards: a power of two, at most 256.
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

  /// Runs `body` under the lock of the shard that a key with this hash is in. No user code there, not even a deinit (R4).
  @inlinable @inline(__always)
  func withTable<Result: Sendable>(_ hash: Int, _ body: (inout BoardTable) -> Result) -> Result {
    (shards + (hash & mask)).pointee.table.withLock { table in body(&table) }
  }

  /// Under the shard's lock: the entry of `key`, made if there is none. Nil if the board is gone.
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

  /// Says that `other` and a key of another type have one name.
  @usableFromInline
  func report(_ other: AnyEntry, _ type: Any.Type) {
    diagnostics.send(.twoTypes(name: other.name, types: ["\(other.valueType)", "\(type)"]))
  }

  /// Whether `key` names something. Says so if it does not.
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
