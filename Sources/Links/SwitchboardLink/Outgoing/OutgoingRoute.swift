internal import Foundation
internal import SwitchboardBroadcast
internal import SwitchboardBus
internal import Synchronization

/// How one type of event goes to other processes, and where the events wait. The route does not keep the lane: the lane
/// keeps events, and each event its route.
struct OutgoingWay: Sendable {
  let route: OutgoingRoute
  let lane: OutgoingLane
}

/// How one type of event goes to other processes.
final class OutgoingRoute: Sendable {
  private struct AddressKey: Hashable {
    var partition: Int
    var subtype: String?
  }

  let name: String
  let kind: WireSubject.Kind
  private let version: Int
  private let application: String
  /// Returns the partition of an event; nil if all events are in the first.
  let partition: (@Sendable (any WireEvent) -> Int)?
  /// The type of the events if they are their own data.
  let encoded: (any _EncodedWireEvent.Type)?
  /// The address of events without a subtype in the first partition, which are most events.
  private let plain: WireAddress
  /// Other addresses. At most ``mostAddresses``, because a program may have any number of subtypes.
  private let addresses = Lock<[AddressKey: WireAddress]>([:])
  private static let mostAddresses = 1024
  private let lastBytes = Atomic(256)

  init(
    name: String, version: Int = 1, _ kind: WireSubject.Kind, application: String,
    encoded: (any _EncodedWireEvent.Type)? = nil,
    partition: (@Sendable (any WireEvent) -> Int)? = nil
  ) {
    (self.name, self.version, self.kind, self.application) = (name, version, kind, application)
    (self.encoded, self.partition) = (encoded, partition)
    plain = WireAddress(WireSubject(application: application, kind: kind, name: name, version: version))
  }

  /// The bytes of the last event that was encoded. What a limit in bytes counts for an event that is not.
  var usualBytes: Int { lastBytes.load(ordering: .relaxed) }
  func noteBytes(_ bytes: Int) { if bytes != usualBytes { lastBytes.store(bytes, ordering: .relaxed) } }

  /// Returns the address of an event.
  func address(subtype: String?, partition: Int) -> WireAddress {
    if subtype == nil, partition == 0 { return plain }
    let key = AddressKey(partition: partition, subtype: subtype)
    if let address = addresses.withLock({ $0[key] }) { return address }
    let address = WireAddress(
      WireSubject(
        application: application, kind: kind, name: name, version: version, partition: partition, subtype: subtype))
    addresses.withLock { if $0.count < Self.mostAddresses { $0[key] = address } }
    return address
  }
}

/// An event on its way to other processes.
class OutgoingEvent: @unchecked Sendable {
  // Sound: `number` is written under the lock of the lane, and `bytes` before, until other code can reach the event.
  let route: OutgoingRoute
  let kind: WireIdentity.Kind
  /// The identity that the program chose, if it did.
  let chosen: String?
  /// The waiter for the confirmation, if a caller awaits it.
  let waiter: PublishWaiter?
  /// The flow of the event in a trace; 0 if no trace is recorded.
  let flow: UInt64
  /// The place of the event among the events of its link.
  final var number: UInt64 = 0
  /// What the limit in bytes counts for the event until it is encoded.
  final var bytes = 0

  init(
    _ route: OutgoingRoute, _ kind: WireIdentity.Kind, chosen: String?, waiter: PublishWaiter?, flow: UInt64
  ) {
    (self.route, self.kind, self.chosen, self.waiter, self.flow) = (route, kind, chosen, waiter, flow)
  }

  /// Returns the event's data and its place among the subjects of the route.
  func encode(_ encoder: JSONEncoder) throws -> (payload: [UInt8], subtype: String?, partition: Int) {
    fatalError("a subclass of OutgoingEvent must override `encode(_:)`")
  }
}

/// An event with its value.
class TypedOutgoingEvent<E: WireEvent>: OutgoingEvent, @unchecked Sendable {
  // Sound: the value is constant.
  final let event: E

  required init(
    _ event: E, _ route: OutgoingRoute, _ kind: WireIdentity.Kind, chosen: String? = nil,
    waiter: PublishWaiter? = nil, flow: UInt64 = 0
  ) {
    self.event = event
    super.init(route, kind, chosen: chosen, waiter: waiter, flow: flow)
  }

  override func encode(_ encoder: JSONEncoder) throws -> (payload: [UInt8], subtype: String?, partition: Int) {
    let payload = try route.encoded.map { WireCoding.data(of: event, as: $0) } ?? WireCoding.encode(event, encoder)
    let partition = route.partition?(event) ?? 0
    return (payload, event.subtype, partition)
  }
}

/// A message whose bytes are ready: an answer or a dead letter.
final class EncodedOutgoingEvent: OutgoingEvent, @unchecked Sendable {
  // Sound: the properties are constant.
  private let payload: [UInt8]
  private let subtype: String?

  init(
    _ payload: [UInt8], subtype: String?, _ route: OutgoingRoute, chosen: String? = nil, waiter: PublishWaiter? = nil
  ) {
    (self.payload, self.subtype) = (payload, subtype)
    super.init(route, .published, chosen: chosen, waiter: waiter, flow: 0)
  }

  override func encode(_ encoder: JSONEncoder) -> (payload: [UInt8], subtype: String?, partition: Int) {
    (payload, subtype, 0)
  }
}
