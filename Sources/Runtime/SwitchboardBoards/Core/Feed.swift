public import SwitchboardBroadcast

/// A feed, independent of the type of its values.
@usableFromInline
class AnyFeed: @unchecked Sendable {
  // Sound: the closure is constant.

  /// Retires the feed of the given entry, and moves the value of the feed to the entry. Returns whether there is a
  /// value. Called under the shard's lock, when the entry has no pin or its subscribers are about to be completed.
  ///
  /// A closure, because the compiler makes it for the type of the values. A method of a generic class that is called
  /// through the table of the class is compiled for no type, and looks up metadata for each move of a value.
  @usableFromInline final let retirement: @Sendable (AnyEntry) -> Bool

  @inlinable
  init(retirement: @escaping @Sendable (AnyEntry) -> Bool) { self.retirement = retirement }

  /// Completes every subscription of a feed that has been retired.
  func complete(fileID: StaticString, line: UInt32) { fatalError("a subclass of AnyFeed must override `complete()`") }

  func count(into census: inout BoardCensus) { fatalError("a subclass of AnyFeed must override `count(into:)`") }
}

/// A change of the value of a key. Changes are sent in the order in which they happen.
@usableFromInline
enum BoardChange<Value: Sendable>: Sendable {
  case set(Value)
  case removed
  /// A change while the key was paused with ``BoardPausePolicy/drop``. Subscribers do not receive the change, but later
  /// subscribers receive its value by replay.
  case unseen(Value?)

  /// The value after the change.
  @inlinable var value: Value? {
    switch self {
    case .set(let value): value
    case .removed: nil
    case .unseen(let value): value
    }
  }
}

/// The value of one key, with the broadcaster that delivers changes to the key's subscribers.
///
/// A value is written under the broadcaster's lock, at the moment in which its change takes its place in the
/// broadcaster's order. The last value that subscribers receive is therefore the stored value (promise R6).
///
/// A feed is retired when its entry no longer uses the feed. A writer that finds the feed retired looks the entry up
/// again.
@usableFromInline
final class Feed<Value: Sendable>: AnyFeed, @unchecked Sendable {
  // Sound: the broadcaster is thread-safe, and the rest is touched only under its lock.
  @usableFromInline typealias Change = BoardChange<Value>

  /// The broadcaster. It has no thread bias, because a board exists for several threads to share.
  @usableFromInline let broadcaster: Broadcaster<Change>
  @usableFromInline let replay: Replay
  @safe @exclusivity(unchecked) @usableFromInline var value: Value?
  @safe @exclusivity(unchecked) @usableFromInline var written: ValueVersion
  @safe @exclusivity(unchecked) @usableFromInline var isRetired = false
  /// Whether ``pauses`` or ``holds`` is greater than 0.
  @safe @exclusivity(unchecked) @usableFromInline var isHeldBack = false
  @safe @exclusivity(unchecked) @usableFromInline var pauses = 0
  /// The changes that were written while the key was paused.
  @safe @exclusivity(unchecked) @usableFromInline var kept = RingBuffer<Change>(limit: 0)
  /// The number of batches that are writing.
  @safe @exclusivity(unchecked) @usableFromInline var holds = 0
  /// The changes that were written while batches were writing.
  @safe @exclusivity(unchecked) @usableFromInline var held: [Deferred<Change>] = []

  /// The last value whose delivery has begun. Subscribers that ask for a replay receive it first.
  ///
  /// Sound: touched only inside deliveries, which are serial.
  @usableFromInline
  final class Replay: @unchecked Sendable {
    @safe @exclusivity(unchecked) @usableFromInline var value: Value?
    @inlinable init(_ value: Value?) { self.value = value }
  }

  @inlinable
  init(name: String, isValue: Bool, _ value: Value?, _ written: ValueVersion) {
    (self.value, self.written) = (value, written)
    let replay = Replay(value)
    self.replay = replay
    broadcaster = Broadcaster(biased: false)
    super.init { entry in
      // Sound: the entry made this feed.
      unsafe unsafeDowncast(entry, to: Entry<Value>.self).takeBack()
    }
    broadcaster.identify(as: BoardKey<Value>.self, name: name, isValue: isValue)
    // The recorder is the first subscriber, so it records each value at the moment at which the delivery begins.
    let kept = Probe.Kept(value == nil ? 0 : 1)
    broadcaster.addRecorder { change in
      replay.value = change.value
      Probe.holds(kept, change.value == nil ? 0 : 1)
    }
    broadcaster.keepsValues(atMost: 1, as: kept) { replay.value == nil ? 0 : 1 }
  }

  // Handles keep a feed that has been retired, which must keep no value.
  override func complete(fileID: StaticString, line: UInt32) {
    var unsent = RingBuffer<Change>(limit: 0)
    broadcaster.withLock { swap(&kept, &unsent) }
    broadcaster.terminate(.completed, fileID: fileID, line: line) { [replay] node in
      if let subscriber = node as? BoardSubscriber<Value> {
        subscriber.onCompleted?()
      } else {
        // The recorder.
        replay.value = nil
      }
    }
  }

  override func count(into census: inout BoardCensus) {
    let places = broadcaster.census
    // The recorder is a subscriber of the broadcaster, but not a subscriber.
    census.subscriptions += max(0, places.count - 1)
    census.subscriptionCapacity += places.capacity
    let (hasValue, isPaused) = broadcaster.withLock { (value != nil, pauses > 0) }
    if hasValue { census.values += 1 }
    if isPaused { census.paused += 1 }
  }
}

/// The outcome of an attempt to write a value.
@usableFromInline
enum WriteOutcome: Sendable {
  case written
  /// The value has another version than expected. `by` is the update that wrote the value last.
  case outdated(by: UpdateScope)
  /// The feed has been retired, so the value must be written to its entry's next place.
  case retired
}

extension Feed {
  /// Writes the value, and delivers the change. If `exchanged` is nil, removes the value. `exchanged` becomes the old
  /// value.
  ///
  /// - Parameter version: The version that the value must have, or nil to accept any version.
  @inlinable
  func write(
    _ exchanged: inout Value?, expecting version: UInt64? = nil, fileID: StaticString, line: UInt32
  ) -> WriteOutcome {
    var outcome = WriteOutcome.retired
    var pushedOut: Change?
    broadcaster.send(fileID: fileID, line: line) {
      if isRetired { return nil }
      if let version, version != written.number {
        outcome = .outdated(by: written.scope)
        return nil
      }
      outcome = .written
      if exchanged == nil, value == nil { return nil }
      swap(&value, &exchanged)
      written.advance()
      let change: Change = if let value { .set(value) } else { .removed }
      return isHeldBack ? keep(change, &pushedOut) : change
    }
    return outcome
  }

  /// Keeps a change that is held back. Returns the change to send nevertheless, if there is one. Runs under the lock.
  @usableFromInline
  func keep(_ change: Change, _ pushedOut: inout Change?) -> Change? {
    if holds > 0 {
      held.append(Deferred(change, in: .current))
      return nil
    }
    if kept.limit == 0 { return .unseen(change.value) }
    pushedOut = kept.append(change)
    return nil
  }

  /// Returns the value and its version, or nil if the feed has been retired.
  @inlinable
  func read() -> VersionedValue<Value?>? {
    broadcaster.withLock { isRetired ? nil : VersionedValue(value, written) }
  }
}

extension Entry {
  /// Retires the feed and takes its value back. Returns whether there is a value. See ``AnyFeed/retirement``.
  @inlinable
  func takeBack() -> Bool {
    guard let feed else { return value != nil }
    feed.broadcaster.withLock {
      feed.isRetired = true
      (value, written) = (feed.value.take(), feed.written)
    }
    return value != nil
  }
}

extension Feed {
  /// Adds a subscriber that has already been announced to traces.
  @inlinable
  func admit(_ subscriber: BoardSubscriber<Value>, _ replay: BoardReplay) {
    switch replay {
    case .none: broadcaster.admit(subscriber)
    case .latest:
      let latest = self.replay
      broadcaster.admit(subscriber) { node in
        // Sound: the node is that of `subscriber`.
        let subscriber = unsafe unsafeDowncast(node, to: Subscriber<BoardChange<Value>>.self)
        // The key's subscribers were removed meanwhile: only the end follows.
        if subscriber.isLate { return }
        Probe.reached(node)
        if let value = latest.value { subscriber.deliver(.set(value)) } else { subscriber.deliver(.removed) }
      }
    }
  }
}
