import SubscriberWorkloads
import SwitchboardBroadcast

// Three classes instead of one generic class: in generic code the closure might also capture a type.

/// `Broadcaster` on contiguous slots.
final class ArrayRegistry: SubscriberRegistry {
  private let broadcaster = Broadcaster<Int, ArrayStorage>(.serial)

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    broadcaster.subscribe { v in sink.hit(v) }
  }
  func unsubscribe(_ token: consuming Subscription) { token.dispose() }
  @inline(never) func send(_ value: Int) { broadcaster.send(value) }
}

/// `Broadcaster` on an intrusive doubly linked list.
final class LinkedListRegistry: SubscriberRegistry {
  private let broadcaster = Broadcaster<Int, LinkedListStorage>(.serial)

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    broadcaster.subscribe { v in sink.hit(v) }
  }
  func unsubscribe(_ token: consuming Subscription) { token.dispose() }
  @inline(never) func send(_ value: Int) { broadcaster.send(value) }
}

/// `Broadcaster` on dense slots; each subscription knows its slot.
final class DenseRegistry: SubscriberRegistry {
  private let broadcaster = Broadcaster<Int, DenseStorage>(.serial)

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    broadcaster.subscribe { v in sink.hit(v) }
  }
  func unsubscribe(_ token: consuming Subscription) { token.dispose() }
  @inline(never) func send(_ value: Int) { broadcaster.send(value) }
}
