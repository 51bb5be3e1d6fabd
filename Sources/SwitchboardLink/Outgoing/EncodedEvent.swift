internal import Foundation

/// An event as a message, without the value that the program dispatched.
struct EncodedEvent: Sendable {
  let message: WireMessage
  let waiter: PublishWaiter?
  /// What the limit in bytes counts for this event.
  let bytes: Int

  init(_ message: WireMessage, _ waiter: PublishWaiter?) {
    (self.message, self.waiter, bytes) = (message, waiter, message.bytes)
  }
}

/// Makes messages of events.
struct EventEncoder {
  /// The beginnings of identities.
  private let dispatched, published: String
  private let origin: UInt64
  private let json = JSONEncoder()

  init(origin: UInt64) {
    self.origin = origin
    dispatched = WireIdentity.prefix(.dispatched, origin)
    published = WireIdentity.prefix(.published, origin)
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
    let (subject, text) = event.route.subject(subtype: subtype, partition: partition)
    let prefix = event.kind == .dispatched ? dispatched : published
    let identity = event.chosen.map(WireIdentity.text(chosen:)) ?? prefix + String(event.number)
    let message = WireMessage(
      subject: subject, subjectText: text, identity: identity,
      traceparent: WireTrace.text(flow: event.flow, origin: origin), payload: payload)
    let encoded = EncodedEvent(message, event.waiter)
    event.route.noteBytes(encoded.bytes)
    return encoded
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
