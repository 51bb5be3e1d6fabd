internal import Foundation
public import SwitchboardBus
internal import SwitchboardSignals

/// A durable event that a group could not handle: stored in the stream of dead letters of its application, as JSON.
///
/// The process that gave up also dispatches a `DeadEvent`: with the event itself, or with the dead letter if the event
/// cannot be decoded.
public struct DeadLetter: Event, Codable, Hashable {
  /// Why the group gave up: the error of a handler, or of decoding.
  public var reason: String
  /// The group.
  public var group: String
  /// The number of attempts.
  public var attempts: Int
  /// The identity of the event between processes.
  public var identity: String
  /// The subject of the event.
  public var subject: String
  /// The data of the event, if it is text, such as JSON.
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

  /// Stores a dead letter, then dispatches a `DeadEvent`. Calls `done` when the engine has confirmed the letter.
  func store(
    _ stored: StoredMessage, _ reason: String, _ reception: DurableReception, _ event: (any WireEvent)?,
    done: @escaping @Sendable (Result<Void, LinkError>) -> Void
  ) {
    let message = stored.message
    let text = String(validating: message.payload, as: UTF8.self)
    let letter = DeadLetter(
      reason: reason, group: reception.group, attempts: stored.attempt, identity: message.identity,
      subject: message.subjectText, text: text, base64: text == nil ? Data(message.payload).base64EncodedString() : nil)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let payload = try? encoder.encode(letter) else { return done(.failure(.dropped)) }
    let place = reception.place
    let route = OutgoingRoute(
      name: reception.type.name, .dead, application: context.application, stream: Self.stream(of: context))
    let waiter = PublishWaiter { [context] result in
      if case .success = result {
        context.count { $0.deadLetters += 1 }
        context.report(.deadLetter(subject: message.subjectText, reason: reason))
        place.scheduler.perform {
          place.bus.dispatch(DeadEvent(event ?? letter), fileID: place.fileID, line: place.line)
        }
      }
      done(result)
    }
    // The identity makes a letter that is stored again, by another member, one letter.
    let outgoing = EncodedOutgoingEvent(
      [UInt8](payload), subtype: reception.group, route, chosen: "\(message.identity) \(reception.group)",
      waiter: waiter)
    if let error = queue.append(outgoing) { waiter.resume(.failure(error)) }
  }

  static func stream(of context: LinkContext) -> StreamSettings {
    StreamSettings(
      pattern: WirePattern(application: context.application, kind: .dead, name: nil), limits: StreamLimits(),
      partitions: 1, duplicateWindow: context.options.duplicateWindow, replicas: context.options.replicas)
  }
}
