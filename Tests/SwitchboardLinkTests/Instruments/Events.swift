import Switchboard
import SwitchboardLink

/// A live event.
struct Price: WireEvent, Equatable {
  static let wireName = "price"
  var item: String
  var cents: Int
  var subtype: String? { item }
}

/// A durable event.
struct Order: DurableEvent, Equatable {
  static let wireName = "order"
  var number: Int
  var sender = 0
}

/// A durable event with partitions.
struct Shipment: DurableEvent, Equatable {
  static let wireName = "shipment"
  static let partitions = 4
  var number: Int
  var customer: String
  var partitionKey: String? { customer }
}

/// An event that another process must handle.
struct Question: WireEvent, Equatable {
  static let wireName = "question"
  var text: String
}
