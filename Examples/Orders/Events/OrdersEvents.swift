public import SwitchboardLink

// The events are all that the shop and the worker share. Their names and their data travel between the programs.

/// A customer has ordered. Durable: the stream keeps the order, also while no program runs.
public struct OrderPlaced: DurableEvent {
  public static let wireName = "order-placed"
  public static let streamLimits = StreamLimits(bytes: 16 << 20)

  public let shop: String
  /// Unique among the orders of all shops.
  public let order: String
  public let item: String
  public let count: Int

  public init(shop: String, order: String, item: String, count: Int) {
    (self.shop, self.order, self.item, self.count) = (shop, order, item, count)
  }
}

/// A worker has shipped an order. Durable, because the shop must get the event even if the shop is away now.
public struct OrderShipped: DurableEvent {
  public static let wireName = "order-shipped"
  public static let streamLimits = StreamLimits(bytes: 16 << 20)

  /// The shop that took the order.
  public let shop: String
  public let order: String

  public init(shop: String, order: String) { (self.shop, self.order) = (shop, order) }
}

/// A shop opens, and asks whether a worker is there. Delivered: the shop awaits the answer of one worker.
public struct ShopOpened: WireEvent {
  public static let wireName = "shop-opened"

  public let shop: String

  public init(shop: String) { self.shop = shop }
}

/// A shop closes. Live: the workers that run now get the event.
public struct ShopClosed: WireEvent {
  public static let wireName = "shop-closed"

  public let shop: String
  public let orders: Int

  public init(shop: String, orders: Int) { (self.shop, self.orders) = (shop, orders) }
}
