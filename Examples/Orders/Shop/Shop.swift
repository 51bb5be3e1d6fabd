import LocalSockets
import OrdersEvents
import Switchboard
public import SwitchboardLink

/// Takes orders, and follows each order until it is shipped. Does not know who ships, or over which engine.
public final class Shop: Sendable {
  private let name: String
  /// The beginning of the names of this run's orders.
  private let prefix: String
  private let bus = EventBus(name: "shop")
  private let link: BusLink
  private let taken = Property(0)
  /// The shipped orders that ``serve(_:)`` has not yet seen.
  private let shipped = Property<Set<String>>([])

  /// - Parameters:
  ///   - name: The name of the shop, the same in each run. No two shops that run at the same time have one name.
  ///   - run: A text that differs from run to run, so that no order has the name of an earlier order. Nil: the engine
  ///     knows no earlier run.
  ///   - engine: The engine that links the shop to the workers.
  public init(_ name: String, run: String? = nil, over engine: any EventTransport) {
    let prefix = run.map { "\(name)-\($0)-" } ?? "\(name)-"
    (self.name, self.prefix) = (name, prefix)
    link = ordersLink(bus, over: engine, part: "shop")
    link.forward(ShopClosed.self)
    // A group for each shop, because the processes of one group share the events.
    link.receive(OrderShipped.self, as: "shop-\(name)")
    let shipped = shipped
    bus.on(OrderShipped.self).next { event in
      if event.shop != name { return }
      if event.order.hasPrefix(prefix) {
        shipped.update { _ = $0.insert(event.order) }
      } else {
        say("shop: order \(event.order) of an earlier run is shipped")
      }
    }
  }

  /// Connects, and asks whether a worker is there.
  public func open() async throws {
    try await link.open()
    do {
      try await link.deliver(ShopOpened(shop: name), within: .seconds(2))
      say("shop: a worker is here")
    } catch {
      say("shop: no worker is here, so orders wait: \(error)")
    }
  }

  /// Takes `count` orders, one after the other.
  public func serve(count: Int) async throws {
    for number in 1...count { try await serve(number) }
  }

  /// Takes an order from time to time, whether the earlier ones are shipped or not, until the task is cancelled.
  public func serve(every interval: Duration) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      var number = 0
      while !Task.isCancelled {
        number += 1
        group.addTask { [number] in try await self.serve(number) }
        try await Task.sleep(for: interval)
      }
    }
  }

  /// Takes an order, and returns when the order is shipped.
  private func serve(_ number: Int) async throws {
    let order = OrderPlaced(shop: name, order: "\(prefix)\(number)", item: item(number), count: 1 + number % 3)
    taken.update { $0 += 1 }
    say("shop: order \(order.order): \(order.count) × \(order.item)")
    // Without a connection, this waits. With the identity, the order is stored once, also if it is sent again.
    try await link.publish(order, identity: order.order)
    say("shop: order \(order.order) is stored")
    if await shipped.signal.first(where: { $0.contains(order.order) }).first() == nil { return }
    shipped.update { _ = $0.remove(order.order) }
    say("shop: order \(order.order) is shipped")
  }

  private func item(_ number: Int) -> String { ["tea", "coffee", "vase"][(number - 1) % 3] }

  /// Closes the shop. All orders that were taken are stored then.
  ///
  /// - Throws: `LinkError.unsent`, if the server was away for too long.
  public func close() async throws {
    bus.dispatch(ShopClosed(shop: name, orders: taken.value))
    try await link.close(within: .seconds(5))
    say("shop: closed after \(taken.value) orders")
  }
}
