import Switchboard
import SwitchboardLink

/// The event that the publishers store and the groups handle.
struct SoakOrder: DurableEvent {
  static let wireName = "soak-order"

  /// The place among the orders of the sender.
  var number: Int
  var sender: Int
  /// Makes the order large.
  var padding: String?

  /// The same for each attempt to publish the order, also by a publisher that was started again.
  var identity: String { "\(sender)-\(number)" }
}
