import Switchboard
import SwitchboardLink

/// A typical event, which travels as JSON.
struct PriceChanged: WireEvent, Equatable {
  static let wireName = "price"
  var item, shop: String
  var cents, stock: Int
  var isOffer: Bool

  static let typical = PriceChanged(
    item: "earl-grey-tea-250g", shop: "hamburg-altona-12", cents: 1249, stock: 318, isOffer: true)
}

/// The data of all events, which is that of a typical event.
enum Payload {
  static let bytes = Array(
    #"{"cents":1249,"isOffer":true,"item":"earl-grey-tea-250g","shop":"hamburg-altona-12","stock":318}"#.utf8)
  static var size: Int { bytes.count }
}

/// A live event that is its own data.
struct Tick: _EncodedWireEvent {
  static let wireName = "tick"
  var _wirePayload: [UInt8]

  init(_wirePayload: [UInt8] = Payload.bytes) { self._wirePayload = _wirePayload }
}

/// The last event of a run.
struct Mark: _EncodedWireEvent {
  static let wireName = "mark"
  var _wirePayload: [UInt8]

  init(_wirePayload: [UInt8] = Payload.bytes) { self._wirePayload = _wirePayload }
}

/// A durable event that is its own data.
struct Order: DurableEvent, _EncodedWireEvent {
  static let wireName = "order"
  var _wirePayload: [UInt8]

  init(_wirePayload: [UInt8] = Payload.bytes) { self._wirePayload = _wirePayload }
}

/// An event that another process answers.
struct Ask: _EncodedWireEvent {
  static let wireName = "ask"
  var _wirePayload: [UInt8]

  init(_wirePayload: [UInt8] = Payload.bytes) { self._wirePayload = _wirePayload }
}
