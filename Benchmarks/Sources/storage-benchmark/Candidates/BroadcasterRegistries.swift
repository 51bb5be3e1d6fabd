import SubscriberWorkloads
import SwitchboardArrayBroadcast
import SwitchboardBroadcast
import SwitchboardListBroadcast

// The same registry on three storages: each module compiles the sources of `SwitchboardBroadcast` with its own storage.

/// A broadcaster on contiguous slots.
final class ArrayRegistry: SubscriberRegistry {
  private let broadcaster = SwitchboardArrayBroadcast.Broadcaster<Int>(.serial)

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> SwitchboardArrayBroadcast.Subscription {
    broadcaster.subscribe { v in sink.hit(v) }
  }
  func unsubscribe(_ token: consuming SwitchboardArrayBroadcast.Subscription) { token.dispose() }
  @inline(never) func send(_ value: Int) { broadcaster.send(value) }
}

/// A broadcaster on an intrusive doubly linked list.
final class LinkedListRegistry: SubscriberRegistry {
  private let broadcaster = SwitchboardListBroadcast.Broadcaster<Int>(.serial)

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> SwitchboardListBroadcast.Subscription {
    broadcaster.subscribe { v in sink.hit(v) }
  }
  func unsubscribe(_ token: consuming SwitchboardListBroadcast.Subscription) { token.dispose() }
  @inline(never) func send(_ value: Int) { broadcaster.send(value) }
}

/// A broadcaster on dense slots; each subscription knows its slot.
final class DenseRegistry: SubscriberRegistry {
  private let broadcaster = SwitchboardBroadcast.Broadcaster<Int>(.serial)

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> SwitchboardBroadcast.Subscription {
    broadcaster.subscribe { v in sink.hit(v) }
  }
  func unsubscribe(_ token: consuming SwitchboardBroadcast.Subscription) { token.dispose() }
  @inline(never) func send(_ value: Int) { broadcaster.send(value) }
}
