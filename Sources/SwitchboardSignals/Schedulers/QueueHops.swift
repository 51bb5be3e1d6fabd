import SwitchboardBroadcast
import Synchronization

/// A count, over all schedulers, of the work that is on its way to a queue without a delay. Counts only with the
/// `Tracing` trait.
///
/// Work releases what it holds before it counts as arrived. Work with a delay and work of a `TestScheduler` is not
/// counted, because no leak check should wait for it.
package enum QueueHops {
  private static let departures = Atomic<Int>(0)
  private static let arrivals = Atomic<Int>(0)
  private static let isAwaited = Atomic<Bool>(false)
  private static let waiters = Lock<[CheckedContinuation<Void, Never>]>([])

  package static var inFlight: Int {
    let arrived = arrivals.load(ordering: .sequentiallyConsistent)
    return departures.load(ordering: .sequentiallyConsistent) - arrived
  }

  static func departed() { departures.add(1, ordering: .sequentiallyConsistent) }

  static func arrived() {
    arrivals.add(1, ordering: .sequentiallyConsistent)
    if isAwaited.load(ordering: .sequentiallyConsistent), inFlight == 0 { wake() }
  }

  /// Returns when no counted work is on its way. Also waits for work that the counted work leads to. Work that has
  /// arrived has released what it held.
  package static func drain() async {
    while inFlight > 0 {
      await withCheckedContinuation { continuation in
        waiters.withLock { $0.append(continuation) }
        isAwaited.store(true, ordering: .sequentiallyConsistent)
        // The last work may have arrived before it could see `isAwaited`.
        if inFlight == 0 { wake() }
      }
    }
  }

  private static func wake() {
    isAwaited.store(false, ordering: .sequentiallyConsistent)
    for waiter in waiters.exchange([]) { waiter.resume() }
  }
}
