import LocalSockets
import OrdersEvents
public import Switchboard
public import SwitchboardLink

/// Ships orders. Does not know who takes them, or over which engine.
public actor Worker: LifetimeOwner {
  public nonisolated let lifetime = Lifetime()
  /// Sends when a shop has closed.
  public nonisolated let shopClosed = ReplaySubject<Void, Never>(capacity: 1, name: "a shop closed")
  private nonisolated let link: BusLink
  private var count = 0

  public init(over engine: any EventTransport) {
    let bus = EventBus(name: "worker")
    link = ordersLink(bus, over: engine, part: "worker")
    link.respond(to: ShopOpened.self)
    link.receive(ShopClosed.self)
    // Few at a time, so that another worker gets the others.
    link.receive(OrderPlaced.self, as: "workers", retry: RetryPolicy(pause: .milliseconds(500)), prefetch: 2)
    bus.on(ShopOpened.self).next { say("worker: shop \($0.shop) opens") }
    bus.on(ShopClosed.self).next { [shopClosed] event in
      say("worker: shop \(event.shop) closes after \(event.orders) orders")
      shopClosed.send()
    }
    // The order is acknowledged when the task has shipped it. An error makes the order come again.
    bus.on(OrderPlaced.self).task(on: self) { worker, order in
      do {
        try await worker.ship(order)
      } catch {
        say("worker: order \(order.order) is not shipped: \(error)")
        throw error
      }
    }
  }

  /// Connects.
  public nonisolated func open() async throws { try await link.open() }

  private func ship(_ order: OrderPlaced) async throws {
    let attempt = RemoteArrival.current?.attempt ?? 1
    if attempt > 1 { say("worker: order \(order.order) comes again, delivery \(attempt)") }
    try await Task.sleep(for: .milliseconds(200))
    if order.item == "vase", attempt == 1 { throw Broken() }
    say("worker: ships order \(order.order): \(order.count) × \(order.item)")
    // An order that comes again has the same identity, so the engine stores one event for both deliveries.
    let shipped = OrderShipped(shop: order.shop, order: order.order)
    try await link.publish(shipped, identity: "\(order.order) is shipped")
    count += 1
  }

  /// Closes the link. An order that is being packed is shipped before, and the others go to another worker.
  public func close() async throws {
    try await link.close(within: .seconds(5))
    say("worker: closed after \(count) orders")
  }
}

/// A vase breaks in the first delivery of its order.
private struct Broken: Error, CustomStringConvertible {
  var description: String { "a vase broke" }
}
