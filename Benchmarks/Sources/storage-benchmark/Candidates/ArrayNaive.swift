import SubscriberWorkloads

/// The array that everybody writes first: identifiers and closures, looped over, searched for a removal.
final class ArrayNaive: SubscriberRegistry {
  // A struct and not a tuple: array elements that are bare closures are stored behind thunks, which is another matter.
  struct Subscriber {
    let id: Int
    let handler: (Int) -> Void
  }

  private var subscribers: [Subscriber] = []
  private var nextID = 0

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Int {
    nextID += 1
    subscribers.append(Subscriber(id: nextID) { v in sink.hit(v) })
    return nextID
  }

  func unsubscribe(_ token: consuming Int) {
    let token = token
    if let index = subscribers.firstIndex(where: { $0.id == token }) { subscribers.remove(at: index) }
  }

  @inline(never)
  func send(_ value: Int) {
    for subscriber in subscribers { subscriber.handler(value) }
  }
}
