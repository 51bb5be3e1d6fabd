import Dispatch
import Synchronization

/// Events on their way to the main queue, of all subscriptions; counted only with the `Tracing` trait.
package enum MainQueueHops {
  private static let departures = Atomic<Int>(0)
  private static let arrivals = Atomic<Int>(0)

  package static var inFlight: Int {
    let arrived = arrivals.load(ordering: .acquiring)
    return departures.load(ordering: .acquiring) - arrived
  }

  static func departed() { departures.add(1, ordering: .releasing) }
  static func arrived() { arrivals.add(1, ordering: .releasing) }

  /// Returns when those have arrived that are under way now, and those that they lead to, and what they held is released.
  package static func drain() async {
    var seen = 0
    while departures.load(ordering: .acquiring) != seen || inFlight > 0 {
      seen = departures.load(ordering: .acquiring)
      // The queue keeps its order, and lets go of each block before it runs the next.
      await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    }
  }
}
