internal import Foundation

/// An event as a message, without the value that the program dispatched.
struct EncodedEvent: Sendable {
  let message: WireMessage
  let waiter: PublishWaiter?
  /// What the limit in bytes counts for this event.
  let bytes: Int

}

/// Makes messages of events.
struct EventEncoder {
  private let dispatched, published: NumberedText
  private let origin: UInt64
  private let json = JSONEncoder()

  init(origin: UInt64) {
    self.origin = origin
    dispatched = NumberedText(WireIdentity.prefix(.dispatched, origin))
    published = NumberedText(WireIdentity.prefix(.published, origin))
    // Equal events then have equal bytes.
    json.outputFormatting = .sortedKeys
  }

  func encode(_ event: OutgoingEvent) throws(LinkError) -> EncodedEvent {
    let (payload, subtype, partition): ([UInt8], String?, Int)
    do {
      (payload, subtype, partition) = try event.encode(json)
    } catch {
      throw .unencodable(name: event.route.name, reason: "\(error)".cut(toBytes: WireText.mostReasonBytes))
    }
    let number = event.kind == .dispatched ? dispatched : published
    let identity = event.chosen.map(WireIdentity.text(chosen:)) ?? number.text(event.number)
    let message = WireMessage(
      event.route.address(subtype: subtype, partition: partition), identity: identity,
      traceparent: WireTrace.text(flow: event.flow, origin: origin), payload: payload)
    let bytes = message.bytes
    event.route.noteBytes(bytes)
    return EncodedEvent(message: message, waiter: event.waiter, bytes: bytes)
  }
}

extension LinkContext {
  /// Counts an event that is not sent, and tells its waiter, or else the program.
  func gaveUp(_ waiter: PublishWaiter?, _ error: LinkError) {
    var isLost = false
    if case .refused(let error) = error, error.kind == .lost { isLost = true }
    count { if isLost { $0.lost += 1 } else { $0.refused += 1 } }
    if let waiter { return waiter.resume(.failure(error)) }
    switch error {
    // The state of the link tells a lost connection.
    case .refused(let error): if !isLost { report(.refused(error)) }
    case .unencodable(let name, let reason): report(.unencodable(name: name, reason: reason))
    default: break
    }
  }
}
