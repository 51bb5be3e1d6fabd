import SwitchboardTestSupport
import Testing

/// Deliveries on separate threads, each held inside the first handler until the test lets it go. A test thus makes
/// deliveries overlap in exactly the order that it wants.
final class Stage: Sendable {
  let hub: Hub<Int>
  private let doors = Guarded<[Int: (entered: Gate, leave: Gate)]>([:])

  /// Subscribes the handler that holds deliveries. Make the stage before any other subscription.
  init(_ hub: Hub<Int>) {
    self.hub = hub
    hub.subscribe { [doors] value in
      guard let door = doors.with({ $0[value] }) else { return }
      door.entered.open()
      door.leave.wait()
    }
  }

  /// Begins to deliver `value` on a new thread, and returns when the delivery is inside of the first handler.
  func begin(_ value: Int, _ delivery: Delivery = .concurrent) -> HeldDelivery {
    let door = (entered: Gate(), leave: Gate())
    doors.with { $0[value] = door }
    let thread = RunningThread { [hub] in hub.deliver(value, delivery) }
    door.entered.wait()
    return HeldDelivery(leave: door.leave, thread: thread)
  }
}

struct HeldDelivery: Sendable {
  fileprivate let leave: Gate
  fileprivate let thread: RunningThread

  /// Lets the delivery go on, and returns after the delivery has ended.
  func end() throws {
    leave.open()
    try thread.join()
  }
}
