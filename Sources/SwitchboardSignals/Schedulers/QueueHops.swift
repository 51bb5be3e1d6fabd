import SwitchboardBroadcast
import Synchronization

/// Work on its way to a queue without a delay, of all schedulers; counted only with the `Tracing` trait.
///
/// Work lets go of what it holds before it counts as arrived. What waits for its time, or for a ``TestScheduler``, is not
/// counted: nobody would want to wait for it.
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

  /// Returns when those have arrived that are under way now, and those that they lead to, and what they held is released.
  package static func drain() async {
    while inFlight > 0 {
      await withCheckedContinuation { continuation in
        waiters.withLock { $0.append(continuation) }
        isAwaited.store(true, ordering: .sequentiallyConsistent)
        // The last may have arrived before it could see that.
        if inFlight == 0 { wake() }
      }
    }
  }

  private static func wake() {
    isAwaited.store(false, ordering: .sequentiallyConsistent)
    let woken = waiters.withLock { waiters in
      let taken = waiters
      waiters = []
      return taken
    }
    for waiter in woken { waiter.resume() }
  }
}
