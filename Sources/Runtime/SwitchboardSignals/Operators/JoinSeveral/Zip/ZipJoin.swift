import SwitchboardBroadcast

/// The sources of one subscription to `zip`, and their values that wait. A value costs O(1) amortised: only a complete
/// tuple looks at all sources, and the tuple takes a value of each.
@safe
final class ZipJoin: Join, @unchecked Sendable {
  // Sound: the properties that this class adds are constant, or guarded by the registry's lock.
  private struct Source {
    let offset: Int
    var waiting = UntypedQueue()
    var end: Ending?
  }

  private let layout: JoinedLayout
  /// One for each type of `layout`.
  private let sources: UnsafeMutablePointer<Source>
  /// The number of sources without a waiting value.
  @safe @exclusivity(unchecked) private var lacking: Int
  /// How `zip` ends, once the values of a source that has ended are used: by completion or without an event.
  @safe @exclusivity(unchecked) private var ending: Ending?
  /// The values on their way from the queues into a tuple.
  private let values: UnsafeMutableRawPointer

  init(_ layout: JoinedLayout, _ registry: Registry, _ chain: Chain) {
    self.layout = layout
    let count = layout.types.count
    lacking = count
    unsafe sources = .allocate(capacity: count)
    unsafe values = layout.allocate()
    super.init(count, registry, chain)
    var end = 0
    for (number, type) in layout.types.enumerated() {
      unsafe (sources + number).initialize(to: Source(offset: JoinedLayout.offset(of: type, after: &end)))
    }
  }

  deinit {
    for (number, type) in layout.types.enumerated() { removeAll(type, number) }
    unsafe sources.deallocate()
    unsafe values.deallocate()
  }

  private func removeAll<Value>(_ type: Value.Type, _ number: Int) { unsafe sources[number].waiting.removeAll(type) }

  /// Lets a value of the source `number` wait, and sends the first values if each source now has one. Returns whether
  /// the observer has to complete after that.
  func receive<Input: Sendable, Value: Sendable>(
    _ value: Input, _ number: Int, _ broadcaster: borrowing Broadcaster<Value>, _ move: Joining<Value>?
  ) -> Bool {
    var ending: Ending?
    broadcaster.send(
      if: {
        if unsafe sources[number].waiting.append(value) > 1 { return false }
        lacking -= 1
        return lacking == 0
      },
      {
        for (number, type) in layout.types.enumerated() { takeFirst(type, number) }
        ending = self.ending
        if let move { return unsafe move.make(values) }
        return unsafe values.assumingMemoryBound(to: Value.self).move()
      })
    return ending.map(isCompletion) ?? false
  }

  private func takeFirst<Value>(_ type: Value.Type, _ number: Int) {
    let source = unsafe sources + number
    if unsafe source.pointee.waiting.moveFirst(type, to: values + source.pointee.offset) > 0 { return }
    lacking += 1
    if let ending = unsafe source.pointee.end { isUsedUp(ending) }
  }

  /// Notes that a source that ended with `ending` has no more values. Completion wins over a loss.
  private func isUsedUp(_ ending: Ending) { if self.ending != .completed { self.ending = ending } }

  /// Notes a source that has ended without a terminal event, also when the chain ends.
  override func isLost(_ number: Int) { _ = ends(number, .ended) }

  /// Notes a source that has completed. Returns whether the observer has to complete.
  override func isCompleted(_ number: Int) -> Bool { ends(number, .completed) }

  private func ends(_ number: Int, _ ending: Ending) -> Bool {
    let ending = registry.withLock { () -> Ending? in
      unsafe sources[number].end = ending
      if unsafe sources[number].waiting.count > 0 { return nil }
      isUsedUp(ending)
      return self.ending
    }
    return ending.map(isCompletion) ?? false
  }

  /// Returns whether the observer has to complete after the values of a source are used up. After a loss, ends the
  /// chain without an event.
  private func isCompletion(_ ending: Ending) -> Bool {
    if ending != .completed { end() }
    return ending == .completed
  }
}

/// Adds the sources of one subscription to `zip`.
struct ZipSources<Value: Sendable, Failure: Error> {
  private let join: ZipJoin
  private let observer: Observer<Value, any Error>
  private let move: Joining<Value>?
  private var number = 0

  init(_ join: ZipJoin, _ observer: Observer<Value, any Error>, _ move: Joining<Value>?) {
    (self.join, self.observer, self.move) = (join, observer, move)
  }

  /// Subscribes to the next source.
  mutating func add<Input>(_ signal: some SignalProtocol<Input, Failure>) {
    let (join, observer, move, number) = (join, observer, move, number)
    guard let branch = join.branch(number) else { return }
    self.number += 1
    signal.signal.attach(
      Sink(
        value: { if join.receive($0, number, observer.broadcaster, move) { observer.sendCompleted() } },
        terminal: { terminal in
          join.leave(branch)
          observer.send(terminal, in: join, number: number)
        }), branch)
  }
}
