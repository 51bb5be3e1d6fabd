import Foundation
import Synchronization

/// The counts of what the program did, made by the program itself: beside the counted call, or in the handler. The
/// counts have the names of the kinds of trace records.
final class Tally: Sendable {
  let send = Count(), queue = Count(), deliver = Count()
  let subscribe = Count(), dispose = Count(), close = Count(), ownerDeinit = Count()
  let start = Count(), replay = Count(), scope = Count(), hop = Count(), arrive = Count()
  /// The number of changes of a subject's subscription count.
  let counters = Count()

  /// Counts a delivery to one subscriber.
  func delivered(from sender: ObjectIdentifier) {
    deliver.add()
    // The value waited in the queue of the thread that was delivering when it was sent.
    if sender != ObjectIdentifier(Thread.current) { queue.add() }
  }

  /// Counts a subscription that is a place in a subject's registry.
  func subscribed() {
    subscribe.add()
    counters.add()
  }

  /// Counts the end of subscriptions that are places in a registry.
  func disposed(_ number: Int = 1) {
    dispose.add(number)
    counters.add(number)
  }

  /// Counts a subscription behind operators: the subscription, its place in a registry, and the attaching.
  func subscribedToChain() {
    subscribe.add()
    start.add()
    subscribed()
  }

  func disposedChain() {
    dispose.add()
    disposed()
  }

  /// The counts as JSON, for `check_perfetto.py --expect`.
  var json: String {
    """
    { "kinds": { "send": \(send), "queue": \(queue), "deliver": \(deliver), "subscribe": \(subscribe),
                 "dispose": \(dispose), "close": \(close), "owner-deinit": \(ownerDeinit), "start": \(start),
                 "replay": \(replay), "scope": \(scope), "hop": \(hop), "arrive": \(arrive), "lost": 0 },
      "counts": { "flows": \(queue.value + hop.value), "counters": \(counters), "losses": 0 } }
    """
  }
}

final class Count: Sendable, CustomStringConvertible {
  private let number = Atomic<Int>(0)

  func add(_ more: Int = 1) { number.add(more, ordering: .relaxed) }
  var value: Int { number.load(ordering: .relaxed) }
  var description: String { "\(value)" }
}
