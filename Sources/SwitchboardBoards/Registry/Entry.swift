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
  /// The type of the values.
  @usableFromInline final let type: Any.Type
  @safe @exclusivity(unchecked) @usableFromInline final var pins: Int32 = 0
  /// Whether the board has reported that the entry's name is also used with another type.
  @safe @exclusivity(unchecked) @usableFromInline final var isReported = false
  @safe @exclusivity(unchecked) @usableFromInline final var retention: BoardRetention
  @usableFromInline final let made = Probe.Made()

  @inlinable
  init(name: String, type: Any.Type, hash: Int, retention: BoardRetention) {
    (self.name, self.type, self.retention) = (name, type, retention)
    super.init(hash: hash)
  }

  /// Whether the entry itself holds a value.
  var hasValue: Bool { fatalError("a subclass of AnyEntry must override `hasValue`") }

  /// The feed, for a census.
  var anyFeed: (any AnyFeed)? { fatalError("a subclass of AnyEntry must override `anyFeed`") }

  /// Retires the feed and takes its value back. The caller releases the feed with no lock held, or completes its
  /// subscriptions.
  func retire() -> (any AnyFeed)? { fatalError("a subclass of AnyEntry must override `retire()`") }
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
  @safe @exclusivity(unchecked) @usableFromInline var cell = VersionedValue<Value?>(nil)
  @safe @exclusivity(unchecked) @usableFromInline var feed: Feed<Value>?

  @inlinable
  init(_ key: BoardKey<Value>) {
    super.init(name: key.name, type: Value.self, hash: key.hash, retention: key.retention)
  }

  /// Returns the feed, and makes the feed if there is none. Runs under the shard's lock.
  @inlinable
  func requireFeed() -> Feed<Value> {
    if let feed { return feed }
    let made = Feed(name: name, cell)
    cell = VersionedValue(nil)
    feed = made
    return made
  }

  /// Retires the feed and takes its value back. Runs under the shard's lock.
  ///
  /// This function takes the feed's lock while the shard's lock is held. No code takes the two locks in the other
  /// order. Giving the feed's lock back releases no object: a serial registry releases what it has retired only in a
  /// delivery or a disposal, and never in a read.
  func retireFeed() -> Feed<Value>? {
    guard let old = feed.take() else { return nil }
    cell = old.retire()
    return old
  }

  override var hasValue: Bool { cell.value != nil }

  override var anyFeed: (any AnyFeed)? { feed }

  override func retire() -> (any AnyFeed)? { retireFeed() }
}
