import Foundation
import Synchronization

/// What the program did, counted by the program itself: each count stands beside the call it counts, or in the handler.
/// Named as the kinds of a trace.
final class Tally: Sendable {
  let send = Count(), queue = Count(), deliver = Count()
  let subscribe = Count(), dispose = Count(), close = Count(), ownerDeinit = Count()
  let start = Count(), replay = Count(), scope = Count(), hop = Count(), arrive = Count()
  /// Changes of how many subscriptions a subject has.
  let counters = Count()

  /// To one of a value's audience.
  func delivered(from sender: ObjectIdentifier) {
    deliver.add()
    // It waited in the queue of the thread that was delivering when it was sent.
    if sender != ObjectIdentifier(Thread.current) { queue.add() }
  }

  /// A subscription that is a place in a subject's registry.
  func subscribed() {
    subscribe.add()
    counters.add()
  }

  /// The end of one.
  func disposed(_ number: Int = 1) {
    dispose.add(number)
    counters.add(number)
  }

  /// A subscription behind operators: itself, its place in a registry, and the attaching.
  func subscribedToChain() {
    subscribe.add()
    start.add()
    subscribed()
  }

  func disposedChain() {
    dispose.add()
    disposed()
  }

  /// For `check_perfetto.py --expect`.
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
