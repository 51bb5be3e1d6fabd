internal import Foundation
public import SwitchboardBus
internal import SwitchboardSignals

/// A durable event that a group could not handle: stored in the stream of dead letters of its application, as JSON.
///
/// The process that gave up also dispatches a `DeadEvent`: with the event itself, or with the dead letter if the event
/// cannot be decoded.
public struct DeadLetter: Event, Codable, Hashable {
  /// Why the group gave up: the error of a handler, or of decoding. At most 4,096 bytes.
  public var reason: String
  /// The group.
  public var group: String
  /// The number of attempts.
  public var attempts: Int
  /// The identity of the event between processes. Of more than 1,024 bytes, which other software may send, its hash:
  /// FNV-1a of 128 bits, as 32 digits.
  public var identity: String
  /// The subject of the event.
  public var subject: String
  /// The stream that has the event.
  public var stream: String
  /// The place of the event in its stream.
  public var sequence: UInt64
  /// The data of the event, if the data is text, such as JSON. Nil if the letter would be larger than the engine
  /// accepts: then the data is in the stream only.
  public var text: String?
  /// The data of the event otherwise, in base 64.
  public var base64: String?

  /// The name of the event, so that a subscriber may select dead letters.
  public var subtype: String? { WireSubject(text: subject)?.name }
}

/// Stores dead letters.
final class DeadLetters: Sendable {
  private let queue: OutgoingQueue
  private let context: LinkContext

  init(_ queue: OutgoingQueue, _ context: LinkContext) { (self.queue, self.context) = (queue, context) }

  /// Stores a dead letter, then dispatches a `DeadEvent`. Calls `done` when the engine has confirmed the letter, or
  /// refused it, which is reported. A letter that is too large is stored without the data.
  func store(
    _ stored: StoredMessage, _ reason: String, _ reception: DurableReception, _ event: (any WireEvent)?,
    done: @escaping @Sendable (Result<Void, LinkError>) -> Void
  ) {
    let message = stored.message
    let text = String(validating: message.payload, as: UTF8.self)
    let reason = reason.cut(toBytes: WireText.mostReasonBytes)
    let isLong = message.identity.utf8.count > WireText.mostIdentityBytes
    let letter = DeadLetter(
      reason: reason, group: reception.group, attempts: stored.attempt,
      identity: isLong ? FNV1a128.digits(of: message.identity) : message.identity,
      subject: message.subjectText, stream: reception.stream, sequence: stored.sequence, text: text,
      base64: text == nil ? Data(message.payload).base64EncodedString() : nil)
    let place = reception.place
    store(letter, reception.type.name) { [self] result in
      switch result {
      case .success:
        context.count { $0.deadLetters += 1 }
        context.report(.deadLetter(subject: letter.subject, reason: reason))
        place.scheduler.perform {
          place.bus.dispatch(DeadEvent(event ?? letter), fileID: place.fileID, line: place.line)
        }
      case .failure(.refused(let error)): context.report(.refused(error))
      case .failure: break
      }
      done(result)
    }
  }

  private func store(
    _ letter: DeadLetter, _ name: String, done: @escaping @Sendable (Result<Void, LinkError>) -> Void
  ) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // The type has only numbers and texts, so encoding does not fail.
    let payload = (try? encoder.encode(letter)) ?? Data()
    let route = OutgoingRoute(name: name, .dead, application: context.application)
    let waiter = PublishWaiter { [self] result in
      var short = letter
      (short.text, short.base64) = (nil, nil)
      if case .failure(.refused(let error)) = result, error.kind == .tooLarge, short != letter {
        return store(short, name, done: done)
      }
      done(result)
    }
    // The identity makes a letter that is stored again, by another member, one letter. The place in the stream belongs
    // to it, because events of several types, and events of other software, may have the same identity.
    let outgoing = EncodedOutgoingEvent(
      [UInt8](payload), subtype: letter.group, route,
      chosen: "\(letter.stream) \(letter.sequence) \(letter.identity) \(letter.group)", waiter: waiter)
    let lane = queue.lane(of: Self.stream(of: context))
    if let refusal = lane.append(outgoing) { waiter.resume(.failure(refusal.error)) }
  }

  static func stream(of context: LinkContext) -> StreamSettings {
    StreamSettings(
      pattern: WirePattern(application: context.application, kind: .dead, name: nil), limits: StreamLimits(),
      partitions: 1, duplicateWindow: context.options.duplicateWindow, replicas: context.options.replicas)
  }
}
