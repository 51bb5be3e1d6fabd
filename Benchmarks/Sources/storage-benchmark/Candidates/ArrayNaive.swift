import SubscriberWorkloads

/// The usual first attempt: an array of identifiers and closures, looped over for a send and searched for a removal.
final class ArrayNaive: SubscriberRegistry {
  // A struct, not a tuple: array elements that are bare closures are stored behind thunks, which would measure
  // something else.
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
