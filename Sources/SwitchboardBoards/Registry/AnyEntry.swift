public import SwitchboardBroadcast

/// What a board knows of one key, whatever the type of its values.
///
/// It is in its board's table for as long as it has a value or a pin. Pins are what somebody would miss: observers, pauses,
/// handles, and updates in progress. When the last goes from an entry without a value, the entry does (R10).
@usableFromInline
class AnyEntry: TableEntry, @unchecked Sendable {
  // Sound: constants, and what is touched only under the lock of the shard that the entry belongs to.

  @usableFromInline final let name: String
  @usableFromInline final let type: ObjectIdentifier
  @exclusivity(unchecked) @usableFromInline final var pins: Int32 = 0
  /// Whether it has been reported that its name has another type too.
  @exclusivity(unchecked) @usableFromInline final var isReported = false
  @exclusivity(unchecked) @usableFromInline final var retention: BoardRetention

  @inlinable
  init(name: String, type: ObjectIdentifier, hash: Int, retention: BoardRetention) {
    (self.name, self.type, self.retention) = (name, type, retention)
    super.init(hash: hash)
  }

  /// Once nothing pins it: gives up what only those who did needed. Returns that, to be released with no lock held, and whether the entry is
  /// still good for something.
  func settle() -> (feed: AnyFeed?, isKept: Bool) { (nil, false) }

  /// The board is going: gives up the feed, whose subscriptions are then to be completed.
  func close() -> AnyFeed? { nil }

  /// What a census sees without the feed.
  func look() -> (feed: AnyFeed?, hasValue: Bool) { (nil, false) }

  /// The type of the values. Constant, so that it needs no lock.
  var valueType: Any.Type { Never.self }
}

/// What a board knows of one key. Where the value is depends on whether somebody is to hear of it:
///
/// | feed | the value is in | guarded by |
/// |---|---|---|
/// | nil: nothing pins the entry but updates | ``cell`` | the shard's lock |
/// | there | the feed's cell | the lock of the feed's broadcaster, so that the order of sends is that of writes |
@usableFromInline
final class Entry<Value: Sendable>: AnyEntry, @unchecked Sendable {
  // Sound: as the class that it is made of.
  @exclusivity(unchecked) @usableFromInline var cell = BoardCell<Value>()
  @exclusivity(unchecked) @usableFromInline var feed: Feed<Value>?

  @inlinable
  init(_ key: BoardKey<Value>) {
    super.init(name: key.name, type: ObjectIdentifier(Value.self), hash: key.hash, retention: key.retention)
  }

  /// The feed, made if there is none. Under the shard's lock.
  @inlinable
  func requireFeed() -> Feed<Value> {
    if let feed { return feed }
    let made = Feed(name: name, cell)
    cell = BoardCell()
    feed = made
    return made
  }

  /// Takes the feed away, and what it knows back. Under the shard's lock.
  ///
  /// The feed's lock is taken under the shard's here, and nowhere the other way round. Giving it back releases nothing: what a
  /// serial registry has retired is released by who delivers, or disposes, and never by who only looks.
  func retireFeed() -> Feed<Value>? {
    guard let old = feed else { return nil }
    feed = nil
    cell = old.retire()
    return old
  }

  override func settle() -> (feed: AnyFeed?, isKept: Bool) {
    let old = retireFeed()
    if retention == .whileObserved { return (old, false) }
    return (old, cell.value != nil)
  }

  override func close() -> AnyFeed? { retireFeed() }

  override func look() -> (feed: AnyFeed?, hasValue: Bool) { (feed, cell.value != nil) }

  override var valueType: Any.Type { Value.self }
}
