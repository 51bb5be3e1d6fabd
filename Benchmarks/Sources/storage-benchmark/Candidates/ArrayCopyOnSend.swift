import SubscriberWorkloads

/// The algorithm of RACSubject: an array of subscriber objects, copied for every send, and searched from the end for a
/// removal.
///
/// RACSubject's lock is missing, because textbook candidates are not synchronised.
final class ArrayCopyOnSend: SubscriberRegistry {
  final class Subscriber {
    let next: (Int) -> Void
    init(next: @escaping (Int) -> Void) { self.next = next }
  }

  private var subscribers: [Subscriber] = []

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscriber {
    let subscriber = Subscriber { v in sink.hit(v) }
    subscribers.append(subscriber)
    return subscriber
  }

  func unsubscribe(_ token: consuming Subscriber) {
    let token = token
    if let index = subscribers.lastIndex(where: { $0 === token }) { subscribers.remove(at: index) }
  }

  @inline(never)
  func send(_ value: Int) {
    // `let copy = subscribers` would only share the buffer; `-[NSMutableArray copy]` copies and retains every element.
    let copy = subscribers.map { $0 }
    for subscriber in copy { subscriber.next(value) }
  }
}
