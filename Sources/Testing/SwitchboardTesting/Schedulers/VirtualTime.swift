import SwitchboardBroadcast
import SwitchboardSignals

/// The clock and the work of a ``TestScheduler``. A separate object, because scheduled work keeps it alive, and must
/// not keep the ``TestScheduler`` alive.
final class VirtualTime: Scheduler, @unchecked Sendable {
  // Sound: a lock protects the state.
  private struct Entry: Sendable {
    let due: Duration
    /// The order among entries that are due at the same time.
    let number: Int
    let work: ScheduledWork
  }

  private struct State {
    var now = Duration.zero
    /// A heap, with the next entry first.
    var entries: [Entry] = []
    /// The number of entries at which the entries of disposed work are removed.
    var threshold = 16
    var scheduled = 0
    var isClosed = false
    var kept: [any AnyObject & Sendable] = []
  }

  private let state = Lock(State())

  override var now: Duration { state.withLock { $0.now } }

  /// The number of pieces of work, with disposed work that has not been removed yet.
  var count: Int { state.withLock { $0.entries.count } }

  override func perform(_ action: @escaping @Sendable () -> Void) { schedule(after: .zero, action) }

  @discardableResult
  override func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    let work = ScheduledWork(action)
    let isAdded = state.withLock { state in
      if state.isClosed { return false }
      state.scheduled += 1
      let entry = Entry(due: state.now + delay.asDelay, number: state.scheduled, work: work)
      state.entries.append(entry)
      Self.rise(&state.entries)
      if state.entries.count >= state.threshold { Self.removeDisposed(&state) }
      return true
    }
    if !isAdded { work.dispose() }
    return work
  }

  /// Moves the clock to the next piece of work that is due by `limit`, and runs the work. Returns false if there is no
  /// such work.
  func step(by limit: Duration?) -> Bool {
    let entry = state.withLock { state -> Entry? in
      while let next = state.entries.first {
        if let limit, next.due > limit { return nil }
        Self.removeFirst(&state.entries)
        // Disposed work does not move the clock.
        if next.work.isDisposed { continue }
        state.now = max(state.now, next.due)
        return next
      }
      return nil
    }
    guard let entry else { return false }
    Scheduler.$advancing.withValue(self) { entry.work.run() }
    return true
  }

  func move(to time: Duration) { state.withLock { $0.now = max($0.now, time) } }

  /// Keeps `object` alive until the ``TestScheduler`` is deallocated.
  func keep(_ object: any AnyObject & Sendable) { state.withLock { $0.kept.append(object) } }

  /// Drops all work, and accepts no more work.
  func close() {
    let (entries, kept) = state.withLock { state in
      let dropped = (state.entries, state.kept)
      state.entries = []
      state.kept = []
      state.isClosed = true
      return dropped
    }
    for entry in entries { entry.work.dispose() }
    keepAlive(kept)
  }
}

extension Duration {
  /// Where a virtual clock stops. A delay can be added to this time, and the description of this time exists.
  static var latestVirtualTime: Duration { .seconds(Int64.max) - .century }
}

extension VirtualTime {
  private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    (left.due, left.number) < (right.due, right.number)
  }

  private static func rise(_ heap: inout [Entry]) {
    var index = heap.count - 1
    while index > 0, isBefore(heap[index], heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private static func removeFirst(_ heap: inout [Entry]) {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      var first = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count && isBefore(heap[child], heap[first]) {
        first = child
      }
      if first == index { return }
      heap.swapAt(index, first)
      index = first
    }
  }

  /// Removes the entries of disposed work, which never outnumber the others by more than a few. O(log work) amortised
  /// for each piece of work.
  private static func removeDisposed(_ state: inout State) {
    state.entries.removeAll { $0.work.isDisposed }
    // In order, the entries are a heap.
    state.entries.sort(by: isBefore)
    state.threshold = max(16, 2 * state.entries.count)
  }
}
