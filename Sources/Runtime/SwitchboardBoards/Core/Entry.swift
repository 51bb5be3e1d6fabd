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
  /// Whether the name was made at run time. Inspectors do not show such a name.
  @usableFromInline final let hasDynamicName: Bool
  @safe @exclusivity(unchecked) @usableFromInline final var made = Probe.Made()
  /// The feed of a key that has subscribers, handles or pauses.
  @safe @exclusivity(unchecked) @usableFromInline final var anyFeed: AnyFeed?

  @inlinable
  init(name: String, hasDynamicName: Bool, type: Any.Type, hash: Int, retention: BoardRetention) {
    (self.name, self.hasDynamicName, self.type, self.retention) = (name, hasDynamicName, type, retention)
    super.init(hash: hash)
  }

  /// Whether the entry itself holds a value.
  var hasValue: Bool { fatalError("a subclass of AnyEntry must override `hasValue`") }

  /// Returns the value that the entry itself holds, and removes it. Runs under the shard's lock.
  func takeValue() -> (any Sendable)? { fatalError("a subclass of AnyEntry must override `takeValue()`") }

  /// Retires the feed and takes its value back. Returns nil if there is no feed. The caller releases the feed with no
  /// lock held, or completes its subscriptions. Runs under the shard's lock.
  ///
  /// This function takes the feed's lock while the shard's lock is held. No code takes the two locks in the other
  /// order. Giving the feed's lock back releases no object: a serial registry releases what it has retired only in a
  /// delivery or a disposal, and never in a read.
  final func retire() -> (feed: AnyFeed, hasValue: Bool)? {
    guard let feed = anyFeed else { return nil }
    let hasValue = feed.retirement(self)
    anyFeed = nil
    return (feed, hasValue)
  }
}

/// The data that a board keeps for one key. The place of the value depends on whether the entry has a feed:
///
/// | feed | the value is in | guarded by |
/// |---|---|---|
/// | nil: only updates pin the entry, or its subscribers were removed | ``value`` | the shard's lock |
/// | exists | ``Feed/value`` | the lock of the feed's broadcaster, which sends values in the order of the writes |
@usableFromInline
final class Entry<Value: Sendable>: AnyEntry, @unchecked Sendable {
  // Sound: as for ``AnyEntry``.
  @safe @exclusivity(unchecked) @usableFromInline var value: Value?
  @safe @exclusivity(unchecked) @usableFromInline var written = ValueVersion()

  @inlinable
  init(_ key: BoardKey<Value>) {
    super.init(
      name: key.name, hasDynamicName: key.isDynamic, type: Value.self, hash: key.hash, retention: key.retention)
  }

  /// Returns the feed, and makes the feed if there is none. Runs under the shard's lock.
  @inlinable
  func requireFeed() -> Feed<Value> {
    if let feed { return feed }
    let made = Feed(name: name, isValue: hasDynamicName, value, written)
    (value, written) = (nil, ValueVersion())
    anyFeed = made
    return made
  }

  @inlinable var feed: Feed<Value>? {
    guard let anyFeed else { return nil }
    // Sound: `requireFeed()` alone makes the feed of an entry.
    return unsafe unsafeDowncast(anyFeed, to: Feed<Value>.self)
  }

  /// Exchanges the value with `other`, which becomes the old value. The caller releases the old value with no lock held
  /// (promise R4).
  @inlinable
  func exchange(_ other: inout Value?) {
    swap(&value, &other)
    written.advance()
  }

  @inlinable var cell: VersionedValue<Value?> { VersionedValue(value, written) }

  override var hasValue: Bool { value != nil }

  override func takeValue() -> (any Sendable)? { value.take() }
}
