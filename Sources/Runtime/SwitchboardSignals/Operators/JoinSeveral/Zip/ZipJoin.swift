public import SwitchboardBroadcast

/// The sources of one subscription to `zip`, and their values that wait.
@usableFromInline
final class ZipJoin<Queues: Sendable, Zipped: Sendable>: UntypedZipJoin, @unchecked Sendable {
  // Sound: the properties that this class adds are constant, or guarded by the registry's lock.
  @safe @exclusivity(unchecked) @usableFromInline var queues: Queues
  @usableFromInline let take: @Sendable (inout Queues) -> Zipped

  @inlinable
  init(
    _ count: Int, _ queues: Queues, _ take: @escaping @Sendable (inout Queues) -> Zipped, _ registry: Registry,
    _ chain: Chain
  ) {
    (self.queues, self.take) = (queues, take)
    super.init(count, registry, chain)
  }
}

/// The part of a ``ZipJoin`` that does not depend on the values.
@usableFromInline
class UntypedZipJoin: Join, @unchecked Sendable {
  // Sound: `waiting` is guarded by the registry's lock.
  @safe @exclusivity(unchecked) @usableFromInline final var waiting: ZipWaitingCounts

  @usableFromInline
  override init(_ count: Int, _ registry: Registry, _ chain: Chain) {
    waiting = ZipWaitingCounts(count)
    super.init(count, registry, chain)
  }

  /// Notes a source that has ended without a terminal event, also when the chain ends.
  @usableFromInline
  override func isLost(_ number: Int) { _ = isCompleted(after: registry.withLock { waiting.end(number, .lost) }) }

  /// Notes a source that has completed. Returns whether the observer has to complete.
  @usableFromInline
  final func isCompleted(_ number: Int) -> Bool {
    isCompleted(after: registry.withLock { waiting.end(number, .completed) })
  }

  /// Returns whether the observer has to complete after `end`. After a loss, ends the chain without an event.
  @usableFromInline
  final func isCompleted(after end: ZipWaitingCounts.End?) -> Bool {
    if end == .lost { self.end() }
    return end == .completed
  }
}

/// Adds the sources of one subscription to `zip`.
@usableFromInline
struct ZipSources<Queues: Sendable, Zipped: Sendable, Failure: Error>: Sendable {
  @usableFromInline let join: ZipJoin<Queues, Zipped>
  @usableFromInline let observer: Observer<Zipped, any Error>

  @inlinable
  init(join: ZipJoin<Queues, Zipped>, observer: Observer<Zipped, any Error>) {
    (self.join, self.observer) = (join, observer)
  }

  /// Subscribes to the source `number`, whose values `append` adds to their queue.
  @inlinable
  func add<Input>(
    _ signal: some SignalProtocol<Input, Failure>, _ number: Int,
    _ append: @escaping @Sendable (inout Queues, Input) -> Void
  ) {
    guard let branch = join.branch(number) else { return }
    let source = ZipSource(join, observer, branch, number, append)
    signal.signal.attach(Sink(value: { source.receive($0) }, terminal: { source.end($0) }), branch)
  }
}

/// The receiver of the events of one source of `zip`.
@usableFromInline
final class ZipSource<Input: Sendable, Queues: Sendable, Zipped: Sendable>: Sendable {
  @usableFromInline let join: ZipJoin<Queues, Zipped>
  @usableFromInline let observer: Observer<Zipped, any Error>
  @usableFromInline let branch: SourceBranch
  @usableFromInline let number: Int
  @usableFromInline let append: @Sendable (inout Queues, Input) -> Void

  @inlinable
  init(
    _ join: ZipJoin<Queues, Zipped>, _ observer: Observer<Zipped, any Error>, _ branch: SourceBranch, _ number: Int,
    _ append: @escaping @Sendable (inout Queues, Input) -> Void
  ) {
    (self.join, self.observer, self.branch) = (join, observer, branch)
    (self.number, self.append) = (number, append)
  }

  @inlinable
  func receive(_ value: Input) {
    var end: ZipWaitingCounts.End?
    observer.broadcaster.send {
      append(&join.queues, value)
      guard join.waiting.add(number) else { return nil }
      end = join.waiting.end
      return join.take(&join.queues)
    }
    if end != nil, join.isCompleted(after: end) { observer.sendCompleted() }
  }

  @inlinable
  func end(_ terminal: Terminal) {
    join.leave(branch)
    switch terminal {
    case .error(let error): observer.send(error: error)
    case .completed: if join.isCompleted(number) { observer.sendCompleted() }
    }
  }
}

/// The numbers of values that wait in `zip`. A value costs O(1) amortised: only a complete tuple looks at all sources,
/// and the tuple takes a value of each.
@usableFromInline
struct ZipWaitingCounts {
  /// How a source, or `zip` itself, ends.
  @usableFromInline
  enum End: Sendable { case completed, lost }

  private struct Source {
    var waiting = 0
    var end: End?
  }

  private var sources: [Source]
  /// The number of sources without a waiting value.
  private var lacking: Int
  /// How `zip` ends, once the values of a source that has ended are used.
  @usableFromInline private(set) var end: End?

  init(_ count: Int) { (sources, lacking) = (Array(repeating: Source(), count: count), count) }

  /// Counts a value of a source. Returns whether each source now has a value; these values then count as taken.
  @usableFromInline
  mutating func add(_ number: Int) -> Bool {
    sources[number].waiting += 1
    if sources[number].waiting > 1 { return false }
    lacking -= 1
    if lacking > 0 { return false }
    for number in sources.indices {
      sources[number].waiting -= 1
      if sources[number].waiting > 0 { continue }
      lacking += 1
      if let end = sources[number].end { isUsedUp(end) }
    }
    return true
  }

  /// Notes the end of a source. Returns how `zip` ends, if the source has no more values.
  mutating func end(_ number: Int, _ end: End) -> End? {
    sources[number].end = end
    if sources[number].waiting > 0 { return nil }
    isUsedUp(end)
    return self.end
  }

  /// Notes that a source with the end `end` has no more values. Completion wins over a loss.
  private mutating func isUsedUp(_ end: End) {
    if self.end != .completed { self.end = end }
  }
}
