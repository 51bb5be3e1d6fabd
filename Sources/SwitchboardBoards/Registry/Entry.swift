public import SwitchboardBroadcast

/// The data that a board keeps for one key, independent of the type of its values.
///
/// An entry is in its board's table while it has a value or a pin. Each subscriber, pause, handle and update in
/// progress pins the entry. When an entry without a value loses its last pin, the board removes the entry (promise
/// R10).
@usableFromInline
class AnyEntry: TableEntry, @unchecked Sendable {
  // Sound: the members are constant, or are touched only under the lock of the shard that the entry belongs to.

  @usableFromInline final let name: String
  @usableFromInline final let type: ObjectIdentifier
  @exclusivity(unchecked) @usableFromInline final var pins: Int32 = 0
  /// Whether the board has reported that the entry's name is also used with another type.
  @exclusivity(unchecked) @usableFromInline final var isReported = false
  @exclusivity(unchecked) @usableFromInline final var retention: BoardRetention

  @inlinable
  init(name: String, type: ObjectIdentifier, hash: Int, retention: BoardRetention) {
    (self.name, self.type, self.retention) = (name, type, retention)
    super.init(hash: hash)
  }

  /// Retires the feed. Called when the entry has lost its last pin. Returns the feed, which the caller releases with no
  /// lock held, and whether the table keeps the entry.
  func retireAfterLastPin() -> (feed: AnyFeed?, isKept: Bool) { (nil, false) }

  /// Retires the feed because the board closes. Returns the feed, whose subscriptions the caller completes.
  func close() -> AnyFeed? { nil }

  /// Returns the feed, and whether the entry itself holds a value, for a census.
  func look() -> (feed: AnyFeed?, hasValue: Bool) { (nil, false) }

  /// The type of the values. It is constant, so reading it needs no lock.
  var valueType: Any.Type { Never.self }
}

/// The data that a board keeps for one key. The place of the value depends on whether the entry has a feed:
///
/// | feed | the value is in | guarded by |
/// |---|---|---|
/// | nil: only updates pin the entry, or its subscribers were removed | ``cell`` | the shard's lock |
/// | exists | the feed's cell | the lock of the feed's broadcaster, which sends values in the order of the writes |
@usableFromInline
final class Entry<Value: Sendable>: AnyEntry, @unchecked Sendable {
  // Sound: as for ``AnyEntry``.
  @exclusivity(unchecked) @usableFromInline var cell = BoardCell<Value>()
  @exclusivity(unchecked) @usableFromInline var feed: Feed<Value>?

  @inlinable
  init(_ key: BoardKey<Value>) {
    super.init(name: key.name, type: ObjectIdentifier(Value.self), hash: key.hash, retention: key.retention)
  }

  /// Returns the feed, and makes the feed if there is none. Runs under the shard's lock.
  @inlinable
  func requireFeed() -> Feed<Value> {
    if let feed { return feed }
    let made = Feed(name: name, cell)
    cell = BoardCell()
    feed = made
    return made
  }

  /// Retires the feed and takes its value back. Runs under the shard's lock.
  ///
  /// This function takes the feed's lock while the shard's lock is held. No code takes the two locks in the other
  /// order. Giving the feed's lock back releases no object: a serial registry releases what it has retired only in a
  /// delivery or a disposal, and never in a read.
  func retireFeed() -> Feed<Value>? {
    guard let old = feed else { return nil }
    feed = nil
    cell = old.retire()
    return old
  }

  override func retireAfterLastPin() -> (feed: AnyFeed?, isKept: Bool) {
    let old = retireFeed()
    if retention == .whileSubscribed { return (old, false) }
    return (old, cell.value != nil)
  }

  override func close() -> AnyFeed? { retireFeed() }

  override func look() -> (feed: AnyFeed?, hasValue: Bool) { (feed, cell.value != nil) }

  override var valueType: Any.Type { Value.self }
}
