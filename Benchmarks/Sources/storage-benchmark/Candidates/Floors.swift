import CFloor
import SubscriberWorkloads

/// The least cost of n calls in Swift.
final class FloorSwift: SubscriberRegistry {
  // Sound: benchmarks are single-threaded, and a floor checks nothing.
  @exclusivity(unchecked) private var handlers: HandlerLoop

  init(capacity: Int) { handlers = HandlerLoop(capacity: capacity) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) { handlers.append { v in sink.hit(v) } }

  func unsubscribe(_ token: consuming Void) { preconditionFailure("this floor supports only sends") }

  @inline(never) func send(_ value: Int) { handlers.call(value) }
}

/// The least cost of n calls in C: a loop over function pointers and contexts. See `floor.c`.
final class FloorC: SubscriberRegistry {
  private let registry: OpaquePointer
  private var count = 0

  init(capacity: Int) { registry = floor_create(capacity) }
  deinit { floor_destroy(registry) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) {
    floor_append(registry, count)
    count += 1
  }

  func unsubscribe(_ token: consuming Void) { preconditionFailure("this floor supports only sends") }

  @inline(never) func send(_ value: Int) { floor_send(registry, value) }
}
