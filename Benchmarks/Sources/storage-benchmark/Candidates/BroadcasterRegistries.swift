import SubscriberWorkloads
import SwitchboardBroadcast
import SwitchboardStorages

// Three classes instead of one generic class: in generic code the closure might also capture a type.

/// A broadcaster on contiguous slots.
final class ArrayRegistry: SubscriberRegistry {
  private let broadcaster = ComparedBroadcaster<Int, ArrayStorage>(.serial)

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    broadcaster.subscribe { v in sink.hit(v) }
  }
  func unsubscribe(_ token: consuming Subscription) { token.dispose() }
  @inline(never) func send(_ value: Int) { broadcaster.send(value) }
}

/// A broadcaster on an intrusive doubly linked list.
final class LinkedListRegistry: SubscriberRegistry {
  private let broadcaster = ComparedBroadcaster<Int, LinkedListStorage>(.serial)

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    broadcaster.subscribe { v in sink.hit(v) }
  }
  func unsubscribe(_ token: consuming Subscription) { token.dispose() }
  @inline(never) func send(_ value: Int) { broadcaster.send(value) }
}

/// A broadcaster on dense slots; each subscription knows its slot.
final class DenseRegistry: SubscriberRegistry {
  private let broadcaster = ComparedBroadcaster<Int, DenseStorage>(.serial)

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    broadcaster.subscribe { v in sink.hit(v) }
  }
  func unsubscribe(_ token: consuming Subscription) { token.dispose() }
  @inline(never) func send(_ value: Int) { broadcaster.send(value) }
}
