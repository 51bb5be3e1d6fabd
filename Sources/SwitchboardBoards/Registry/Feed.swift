public import SwitchboardBroadcast

/// A feed of any type of value.
@usableFromInline
class AnyFeed: @unchecked Sendable {
  // Sound: it has nothing.
  @inlinable init() {}

  /// Ends every subscription by completion. Of a feed that has been retired.
  func complete() {}

  func count(into census: inout BoardCensus) {}
}

/// What the observers of one key hang on: its value, and the broadcaster that tells of changes.
///
/// A value is written at the moment in which its change takes its place in the broadcaster's order, under that lock: so what
/// observers see last is what is stored (R6).
///
/// A feed is retired when its entry has no further use for it: then who was about to write looks for the entry again.
@usableFromInline
final class Feed<Value: Sendable>: AnyFeed, @unchecked Sendable {
  // Sound: the broadcaster is; the rest is touched only under its lock.
  @usableFromInline typealias Change = BoardChange<Value>

  /// Without thread bias: a board is there for threads to meet.
  @usableFromInline let broadcaster = Broadcaster<Change, DenseStorage>(biased: false)
  @usableFromInline let replay: Replay
  @exclusivity(unchecked) @usableFromInline var cell: BoardCell<Value>
  @exclusivity(unchecked) @usableFromInline var isRetired = false
  /// Whether ``pauses`` or ``holds`` are more than 0.
  @exclusivity(unchecked) @usableFromInline var isHeldBack = false
  @exclusivity(unchecked) @usableFromInline var pauses = 0
  /// What was written while the key was paused.
  @exclusivity(unchecked) @usableFromInline var kept = RingBuffer<Change>(limit: 0)
  /// How many batches are in the middle of writing.
  @exclusivity(unchecked) @usableFromInline var holds = 0
  /// What was written meanwhile.
  @exclusivity(unchecked) @usableFromInline var held: [Deferred<Change>] = []

  /// What who comes late gets: the last value whose delivery has begun.
  ///
  /// Sound: touched only inside deliveries, which are serial, and after the end, when it does not change.
  @usableFromInline
  final class Replay: @unchecked Sendable {
    @exclusivity(unchecked) @usableFromInline var value: Value?
    @inlinable init(_ value: Value?) { self.value = value }
  }

  @inlinable
  init(name: String, _ cell: BoardCell<Value>) {
    self.cell = cell
    let replay = Replay(cell.value)
    self.replay = replay
    super.init()
    broadcaster.identify(as: BoardKey<Value>.self, name: name)
    // The first subscriber: it has each value at the moment at which its delivery begins.
    broadcaster.addRecorder { change in replay.value = change.value }
    broadcaster.keepsValues(atMost: 1) { replay.value == nil ? 0 : 1 }
  }

  override func complete() {
    broadcaster.terminate(.completed) { BoardSubscriber<Value>.complete($0) }
  }

  override func count(into census: inout BoardCensus) {
    let places = broadcaster.census
    // But for the recorder, which has the first place.
    census.observers += max(0, places.count - 1)
    census.observerCapacity += places.capacity
    let (hasValue, isPaused) = broadcaster.withLock { (cell.value != nil, pauses > 0) }
    if hasValue { census.values += 1 }
    if isPaused { census.paused += 1 }
  }
}

extension Feed {
  @usableFromInline
  enum Outcome {
    case written
    /// The value is no longer the one that was expected: it was written in this scope.
    case outdated(by: UpdateScope)
    case retired
  }

  /// Writes, and tells. `exchanged` becomes the old value.
  ///
  /// - Parameter version: What is expected to be there; nil: anything.
  @inlinable
  func write(
    _ exchanged: inout Value?, expecting version: UInt64? = nil, fileID: StaticString, line: UInt32
  ) -> Outcome {
    var outcome = Outcome.retired
    var pushedOut: Change?
    broadcaster.send(fileID: fileID, line: line) {
      if isRetired { return nil }
      if let version, version != cell.version {
        outcome = .outdated(by: cell.scope)
        return nil
      }
      outcome = .written
      if exchanged == nil, cell.value == nil { return nil }
      cell.exchange(&exchanged)
      let change: Change = if let value = cell.value { .set(value) } else { .removed }
      return isHeldBack ? keep(change, &pushedOut) : change
    }
    return outcome
  }

  /// Under the lock. Returns what is to be sent all the same.
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

  /// Nil if it has been retired.
  @inlinable
  func read() -> BoardCell<Value>? { broadcaster.withLock { isRetired ? nil : cell } }

  /// Returns what it knew. Under the shard's lock, of an entry that nobody pins, or whose observers are to be completed.
  func retire() -> BoardCell<Value> {
    broadcaster.withLock {
      isRetired = true
      return cell
    }
  }
}
