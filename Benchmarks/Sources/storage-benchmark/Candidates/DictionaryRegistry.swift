import SubscriberWorkloads

/// A dictionary of closures by identifier. Removal is O(1), but the order of delivery is undefined.
final class DictionaryRegistry: SubscriberRegistry {
  // A struct, because bare closures would be stored behind thunks.
  struct Subscriber {
    let handler: (Int) -> Void
  }

  private var subscribers: [Int: Subscriber] = [:]
  private var nextID = 0

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Int {
    nextID += 1
    subscribers[nextID] = Subscriber { v in sink.hit(v) }
    return nextID
  }

  func unsubscribe(_ token: consuming Int) { subscribers.removeValue(forKey: token) }

  @inline(never)
  func send(_ value: Int) {
    for subscriber in subscribers.values { subscriber.handler(value) }
  }
}
