/// A stream of stored messages.
package final class MemoryStream: @unchecked Sendable {
  // Sound: the variables are touched only under the lock of the network.
  struct Stored {
    let shared: SharedMessage
    let bytes: Int
    let time: Duration
  }
  enum Outcome { case stored, duplicate, full }

  package let settings: StreamSettings
  let creation: String
  /// In the order of their making, so that all that happens is in the same order in each run.
  var consumers: [MemoryConsumer] = []
  private var messages = MemoryQueue<Stored>()
  private(set) var firstKept: UInt64 = 1
  package private(set) var bytes = 0
  /// The identities of the duplicate window.
  private var identities: Set<String> = []
  private var window = MemoryQueue<(identity: String, time: Duration)>()

  /// The last message of each subject, for streams that keep only those.
  private var lasts: [String: WireMessage] = [:]

  init(_ settings: StreamSettings, creation: String) { (self.settings, self.creation) = (settings, creation) }

  /// The last message of a subject. O(1) for streams that keep only those, which have no others.
  func last(of subject: String) -> WireMessage? { lasts[subject] }

  /// The sequence number of the newest message; 0 if there was none.
  var last: UInt64 { firstKept + UInt64(messages.count) - 1 }

  /// The message with this sequence number, if the stream keeps it.
  subscript(sequence: UInt64) -> SharedMessage? {
    sequence >= firstKept && sequence <= last ? messages[Int(sequence - firstKept)].shared : nil
  }

  /// Whether the stream recognises a message that is stored again.
  func remembers(_ message: WireMessage) -> Bool { !message.identity.isEmpty && settings.duplicateWindow > .zero }

  /// Stores a message. O(1), amortised.
  func store(_ shared: SharedMessage, at now: Duration) -> Outcome {
    expire(at: now)
    let message = shared.message
    if identities.contains(message.identity) { return .duplicate }
    let size = Self.size(message)
    if size > settings.limits.bytes { return .full }
    if settings.keepsLast {
      lasts[message.subjectText] = message
      return .stored
    }
    if bytes + size > settings.limits.bytes {
      if settings.limits.whenFull == .refuseNew { return .full }
      while bytes + size > settings.limits.bytes { dropOldest() }
    }
    messages.append(Stored(shared: shared, bytes: size, time: now))
    bytes += size
    if remembers(message) {
      identities.insert(message.identity)
      window.append((message.identity, now))
    }
    return .stored
  }

  /// Drops the messages that are too old, and the identities that are out of the duplicate window. Called before each
  /// use, so that no timer is needed.
  package func expire(at now: Duration) {
    while let oldest = messages.first, now - oldest.time >= settings.limits.age { dropOldest() }
    while let oldest = window.first, now - oldest.time >= settings.duplicateWindow {
      _ = window.popFirst()
      identities.remove(oldest.identity)
    }
  }

  /// Drops all messages.
  package func empty() { while !messages.isEmpty { dropOldest() } }

  // MARK: What a test asks

  package var messageCount: Int { messages.count }
  package var keptMessages: [WireMessage] { (0..<messages.count).map { messages[$0].shared.message } }
  package var consumerCount: Int { consumers.count }
  /// The number of messages that were delivered and not acknowledged.
  package var pendingCount: Int { consumers.reduce(0) { $0 + $1.pending.count } }

  private func dropOldest() {
    guard let oldest = messages.popFirst() else { return }
    bytes -= oldest.bytes
    firstKept += 1
  }

  private static func size(_ message: WireMessage) -> Int {
    message.subjectText.utf8.count + message.identity.utf8.count + (message.traceparent?.utf8.count ?? 0)
      + message.payload.count
  }
}
