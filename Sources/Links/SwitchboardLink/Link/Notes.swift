internal import SwitchboardBroadcast
internal import SwitchboardBus

/// What links note at the engine for each other, in two streams of the application that keep the last text of each
/// subject: how far groups have come, and how often the handling of an event has begun.
///
/// Two streams, because there are any number of beginnings, which must not displace the floors.
final class Notes: Sendable {
  /// How far a group has come.
  struct Floor: Sendable, Hashable {
    /// The creation of the stream.
    var creation: String
    /// The place up to which all events are acknowledged.
    var place: UInt64

    init(creation: String, place: UInt64) { (self.creation, self.place) = (creation, place) }

    init?(_ text: String) {
      let parts = text.split(separator: " ")
      guard parts.count == 2, let place = UInt64(parts[1]) else { return nil }
      self.init(creation: String(parts[0]), place: place)
    }

    var text: String { "\(creation) \(place)" }
  }

  private let queue: OutgoingQueue
  private let context: LinkContext
  private let floors, beginnings: StreamSettings

  init(_ queue: OutgoingQueue, _ context: LinkContext) {
    (self.queue, self.context) = (queue, context)
    func stream(_ kind: WireSubject.Kind) -> StreamSettings {
      StreamSettings(
        pattern: WirePattern(application: context.application, kind: kind, name: nil),
        limits: StreamLimits(bytes: 64 << 20, age: .seconds(30 * 24 * 3600)), partitions: 1,
        duplicateWindow: .seconds(1),
        replicas: context.options.replicas, keepsLast: true)
    }
    (floors, beginnings) = (stream(.floor), stream(.begun))
  }

  // MARK: Floors

  /// Calls `done` with the floor of a group, or nil, unless the connection is lost.
  func floor(
    of group: ConsumerSettings, _ connection: any TransportConnection,
    done: @escaping @Sendable (Result<Floor?, TransportError>) -> Void
  ) {
    let subject = subject(.floor, group, group.name).text
    connection.last(subject, in: floors) { result in done(result.map { $0?.text.flatMap { Floor($0) } }) }
  }

  /// Notes the floor of a group. A note that is lost makes events come again at most.
  func note(_ floor: Floor, of group: ConsumerSettings) {
    write(floor.text, subject(.floor, group, group.name), floors, waiter: nil)
  }

  // MARK: Beginnings

  /// Calls `done` with the number of noted beginnings of an event, unless the connection is lost.
  func beginnings(
    of sequence: UInt64, _ creation: String, _ group: ConsumerSettings, _ connection: any TransportConnection,
    done: @escaping @Sendable (Result<Int, TransportError>) -> Void
  ) {
    let subject = subject(.begun, group, "\(creation) \(sequence) \(group.name)").text
    connection.last(subject, in: beginnings) { result in done(result.map { $0?.text.flatMap { Int($0) } ?? 0 }) }
  }

  /// Notes the number of beginnings of an event. Calls `done` when the engine has confirmed the note, or refused it.
  func note(
    _ count: Int, of sequence: UInt64, _ creation: String, _ group: ConsumerSettings,
    done: @escaping @Sendable (Result<Void, LinkError>) -> Void
  ) {
    let subject = subject(.begun, group, "\(creation) \(sequence) \(group.name)")
    write("\(count)", subject, beginnings, waiter: PublishWaiter(done))
  }

  private func subject(_ kind: WireSubject.Kind, _ group: ConsumerSettings, _ subtype: String) -> WireSubject {
    WireSubject(
      application: context.application, kind: kind, name: group.stream.pattern.name ?? "", subtype: subtype)
  }

  private func write(_ text: String, _ subject: WireSubject, _ stream: StreamSettings, waiter: PublishWaiter?) {
    let route = OutgoingRoute(name: subject.name, subject.kind, application: subject.application)
    let event = EncodedOutgoingEvent(Array(text.utf8), subtype: subject.subtype, route, waiter: waiter)
    if let refusal = queue.lane(of: stream).append(event) { waiter?.resume(.failure(refusal.error)) }
  }
}

extension WireMessage {
  /// The data as text.
  fileprivate var text: String? { String(validating: payload, as: UTF8.self) }
}
