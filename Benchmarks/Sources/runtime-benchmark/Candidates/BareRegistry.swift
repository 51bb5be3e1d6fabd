import SubscriberWorkloads
import SwitchboardBroadcast

/// The broadcaster that a subject is built on, without the subject.
final class BareRegistry: SubscriberRegistry {
  private let broadcaster = Broadcaster<Int>(.serial)

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    broadcaster.subscribe { v in sink.hit(v &+ number) }
  }
  func unsubscribe(_ token: consuming Subscription) { token.dispose() }
  @inline(never) func send(_ value: Int) { broadcaster.send(value) }
}

/// The least cost of n calls in Swift.
final class Floor: SubscriberRegistry {
  // Sound: benchmarks are single-threaded, and a floor checks nothing.
  @exclusivity(unchecked) private var handlers: HandlerLoop

  init(capacity: Int) { handlers = HandlerLoop(capacity: capacity) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) { handlers.append { v in sink.hit(v &+ number) } }

  func unsubscribe(_ token: consuming Void) { preconditionFailure("this floor supports only sends") }

  @inline(never) func send(_ value: Int) { handlers.call(value) }
}
