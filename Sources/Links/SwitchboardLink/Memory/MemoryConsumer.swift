internal import SwitchboardBroadcast
internal import Synchronization

/// What a group has handled of a stream. It stays when its members go.
final class MemoryConsumer: @unchecked Sendable {
  // Sound: the variables are touched only under the lock of the network.

  /// A member's place in a consumer, for the process.
  struct Place {
    let consumer: MemoryConsumer
    let position: ConsumerPosition
  }
  /// A message that was delivered and not acknowledged.
  struct Pending {
    var attempt = 0
    /// When the message is due again.
    var due = Duration.zero
    /// Whether the message is due again, and waits for a member.
    var isReady = false
  }

  let settings: ConsumerSettings
  /// The stream keeps its consumers.
  unowned let stream: MemoryStream
  /// Whether the consumer was deleted. Its stream may be gone then.
  var isRemoved = false
  var members: [MemoryMember] = []
  /// The index of the member that is next, if it has an open request.
  var turn = 0
  var pending: [UInt64: Pending] = [:]
  /// The sequence numbers of messages that are due again, first in first out.
  var ready = MemoryQueue<UInt64>()
  /// The times of ``pending``. Entries with another time than there are out of date.
  var deadlines = MemoryHeap<Void>()
  /// The time of this consumer's entry in the agenda. Other entries are out of date.
  var listed: Duration?
  /// The first message that was never delivered.
  var next: UInt64
  var lastDelivered: UInt64 = 0
  var deliveries: UInt64 = 0

  init(_ settings: ConsumerSettings, of stream: MemoryStream, from start: UInt64?) {
    (self.settings, self.stream) = (settings, stream)
    next = start ?? (settings.begins == .oldest ? stream.firstKept : stream.last + 1)
    if start != nil || settings.begins == .next { lastDelivered = next - 1 }
  }

  /// The place up to which all messages are acknowledged.
  var floor: UInt64 { (pending.keys.min() ?? next) - 1 }

  func position(isNew: Bool) -> ConsumerPosition {
    ConsumerPosition(
      creation: stream.creation, isNew: isNew, firstKept: stream.firstKept, lastDelivered: lastDelivered, floor: floor)
  }

  // MARK: Answers of members. Like JetStream, an answer to an earlier delivery of the message counts too.

  func acknowledge(_ sequence: UInt64) { pending[sequence] = nil }

  func extend(_ sequence: UInt64, at now: Duration) {
    if pending[sequence] != nil { wait(sequence, until: now + settings.acknowledgementDeadline.asDelay) }
  }

  func retry(_ sequence: UInt64, after delay: Duration, at now: Duration) {
    guard pending[sequence] != nil else { return }
    if delay > .zero { wait(sequence, until: now + delay.asDelay) } else { makeReady(sequence) }
  }

  // MARK: Deliveries

  /// Takes the next message to deliver. Nil if there is none now.
  func takeNext() -> (sequence: UInt64, shared: SharedMessage)? {
    while let sequence = ready.popFirst() {
      guard pending[sequence]?.isReady == true else { continue }
      if let shared = stream[sequence] { return (sequence, shared) }
      pending[sequence] = nil
    }
    if settings.isOrdered, !pending.isEmpty { return nil }
    next = max(next, stream.firstKept)
    while let shared = stream[next] {
      next += 1
      if let partition = settings.partition, shared.message.subject.partition != partition { continue }
      return (next - 1, shared)
    }
    return nil
  }

  /// Notes that a message is delivered, and returns the number of its deliveries.
  func noteDelivery(_ sequence: UInt64, at now: Duration) -> Int {
    let attempt = (pending[sequence]?.attempt ?? 0) + 1
    pending[sequence, default: Pending()].attempt = attempt
    wait(sequence, until: now + settings.acknowledgementDeadline.asDelay)
    lastDelivered = max(lastDelivered, sequence)
    deliveries += 1
    return attempt
  }

  /// Makes the message due again, as soon as a member has an open request.
  func makeReady(_ sequence: UInt64) {
    guard pending[sequence]?.isReady == false else { return }
    pending[sequence]?.isReady = true
    ready.append(sequence)
  }

  /// The index of the member whose turn it is among those with open requests.
  var receiver: Int? {
    for offset in 0..<members.count {
      let index = (turn + offset) % members.count
      if members[index].credit > 0 { return index }
    }
    return nil
  }

  // MARK: Deadlines

  private func wait(_ sequence: UInt64, until due: Duration) {
    pending[sequence]?.due = due
    pending[sequence]?.isReady = false
    deadlines.add((), due: due, number: sequence)
    // Amortised: what was acknowledged meanwhile must not pile up until its deadline.
    if deadlines.count > 64, deadlines.count > 2 * pending.count {
      deadlines.filter { [pending] in pending[$0.number]?.due == $0.due && pending[$0.number]?.isReady == false }
    }
  }

  /// Makes all messages whose time has come due again.
  func passDeadlines(at now: Duration) {
    while let due = nextDeadline, due <= now, let sequence = deadlines.first?.number {
      deadlines.removeFirst()
      makeReady(sequence)
    }
  }

  /// The next time at which a message becomes due again.
  var nextDeadline: Duration? {
    while let first = deadlines.first {
      if let entry = pending[first.number], entry.due == first.due, !entry.isReady { return first.due }
      deadlines.removeFirst()
    }
    return nil
  }
}

/// A process that takes messages from a consumer.
final class MemoryMember: @unchecked Sendable {
  // Sound: the variables are touched only under the lock of the network, and the rest is `Sendable`.
  let settings: ConsumerSettings
  let line: MemoryLine
  let isCancelled = Atomic<Bool>(false)
  private let body: @Sendable (StoredMessage) -> Void
  /// Nil before the server has opened the consumer, and after the member has left.
  var consumer: MemoryConsumer?
  /// The number of messages that the process has asked for and not received.
  var credit = 0

  init(_ settings: ConsumerSettings, line: MemoryLine, receive: @escaping @Sendable (StoredMessage) -> Void) {
    (self.settings, self.line, body) = (settings, line, receive)
  }

  /// Hands the message to the process, unless the process has left. Called with no lock held.
  func receive(_ delivery: MemoryDelivery) {
    if isCancelled.load(ordering: .acquiring) || line.isClosing.load(ordering: .acquiring) { return }
    body(
      StoredMessage(
        message: delivery.shared.message, token: String(delivery.sequence), attempt: delivery.attempt,
        sequence: delivery.sequence, consumerSequence: delivery.consumerSequence))
  }
}

/// A stored message on its way to a member.
struct MemoryDelivery {
  let shared: SharedMessage
  let sequence: UInt64
  let attempt: Int
  let consumerSequence: UInt64
}
