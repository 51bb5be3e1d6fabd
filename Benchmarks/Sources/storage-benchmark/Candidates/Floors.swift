import CFloor

/// The least that n calls cost in Swift: a loop over closures that cannot be copied, and so are not retained.
final class FloorSwift: SubscriberRegistry {
  struct Handler: ~Copyable {
    let body: (Int) -> Void
    @inline(__always) borrowing func call(_ value: Int) { body(value) }
  }

  private let handlers: UnsafeMutablePointer<Handler>
  private var count = 0

  init(capacity: Int) { handlers = .allocate(capacity: capacity) }

  deinit {
    handlers.deinitialize(count: count)
    handlers.deallocate()
  }

  @inline(never) func subscribe(_ sink: Sink) {
    (handlers + count).initialize(to: Handler { v in sink.hit(v) })
    count += 1
  }

  func unsubscribe(_ token: consuming Void) { preconditionFailure("a floor only sends") }

  @inline(never)
  func send(_ value: Int) {
    var handler = handlers
    let end = handlers + count
    while handler != end {
      handler.pointee.call(value)
      handler += 1
    }
  }
}

/// The least that n calls cost in C: a loop over function pointers and contexts. See `floor.c`.
final class FloorC: SubscriberRegistry {
  private let registry: OpaquePointer
  private var count = 0

  init(capacity: Int) { registry = floor_create(capacity) }
  deinit { floor_destroy(registry) }

  @inline(never) func subscribe(_ sink: Sink) {
    floor_append(registry, count)
    count += 1
  }

  func unsubscribe(_ token: consuming Void) { preconditionFailure("a floor only sends") }

  @inline(never) func send(_ value: Int) { floor_send(registry, value) }
}
