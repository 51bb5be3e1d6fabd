internal import SwitchboardBroadcast
internal import SwitchboardSignals

/// Has events that come again handled one at a time, after each beginning was noted at the engine.
///
/// An event comes again because its handlers threw, or because its process ended; the engine does not know which. Maybe
/// its handlers end every process. So it is handled with no other event of this kind, and what an event costs is known
/// before it begins: the limit of attempts counts the noted beginnings, and never the deliveries. The first delivery
/// notes nothing, so it costs no message more. It counts as a beginning, unless the policy has only one attempt: the
/// process may have ended before it began.
final class RepeatedEvents: @unchecked Sendable {
  // Sound: the variables are touched only by work of the link's worker, one piece at a time.
  private struct Current: Sendable {
    let stored: StoredMessage
    let claim = HandlingSlot.Claim()
    /// Whether it is handled, or given up.
    var hasBegun = false
    /// Ends the claim of a handler that takes long.
    var patience: (any Disposable)?
  }

  private let settings: ConsumerSettings
  private let attempts: Int
  private let notes: Notes
  private let slot: HandlingSlot
  private let context: LinkContext
  private var waiting = RingBuffer<StoredMessage>(limit: .max)
  private var current: Current?
  private var creation = ""
  private var connection: (any TransportConnection)?
  /// The beginnings in this process, if the engine keeps no notes.
  private var beginnings: [UInt64: Int] = [:]
  /// Begins the handling of an event.
  var begin: (StoredMessage) -> Void = { _ in }
  /// Gives an event up that has begun too often.
  var giveUp: (StoredMessage) -> Void = { _ in }
  /// Whether there is a subscriber. Without one nothing begins.
  var isHeard: () -> Bool = { true }

  private static let mostBeginnings = 1024

  init(_ settings: ConsumerSettings, attempts: Int, _ notes: Notes, _ slot: HandlingSlot, _ context: LinkContext) {
    (self.settings, self.notes, self.slot, self.context) = (settings, notes, slot, context)
    self.attempts = attempts
  }

  /// Goes on with a consumer of the stream with this creation.
  func opened(_ creation: String, _ connection: any TransportConnection) {
    if self.creation != creation { beginnings = [:] }
    (self.creation, self.connection) = (creation, connection)
    next()
  }

  /// Takes out the events that have not begun, and begins no others.
  func stop() -> [StoredMessage] {
    connection = nil
    var removed: [StoredMessage] = []
    while let stored = waiting.popFirst() { removed.append(stored) }
    if let current, !current.hasBegun {
      removed.append(current.stored)
      end()
    }
    return removed
  }

  func add(_ stored: StoredMessage) {
    _ = waiting.append(stored)
    next()
  }

  /// The handling of an event has ended.
  func ended(_ sequence: UInt64) {
    guard current?.stored.sequence == sequence else { return }
    end()
    next()
  }

  private func end() {
    guard let event = current.take() else { return }
    event.patience?.dispose()
    slot.release(event.claim)
  }

  private func next() {
    guard current == nil, connection != nil, let stored = waiting.popFirst() else { return }
    let made = Current(stored: stored)
    current = made
    slot.take(made.claim) { [weak self] in self?.look(made) }
  }

  private func look(_ event: Current) {
    guard let connection, current?.claim === event.claim else { return slot.release(event.claim) }
    notes.beginnings(of: event.stored.sequence, creation, settings, connection) { [weak self, context] result in
      context.worker.perform { self?.found(result, event) }
    }
  }

  private func found(_ result: Result<Int, TransportError>, _ event: Current) {
    guard current?.claim === event.claim else { return }
    var stored = event.stored
    var count = beginnings[stored.sequence] ?? 0
    switch result {
    case .success(let noted): count = max(count, noted)
    case .failure(let error) where error.isTemporary:
      context.worker.schedule(after: Streams.pause(after: error)) { [weak self] in self?.look(event) }
      return
    case .failure(let error): context.report(.transport(error))
    }
    if count >= max(1, attempts - 1) {
      current?.hasBegun = true
      stored.attempt = count + 1
      return giveUp(stored)
    }
    stored.attempt = count + 2
    guard isHeard() else { return start(stored, event) }
    if beginnings.count >= Self.mostBeginnings { beginnings = [:] }
    beginnings[stored.sequence] = count + 1
    notes.note(count + 1, of: stored.sequence, creation, settings) { [weak self, context, stored] _ in
      context.worker.perform { self?.start(stored, event) }
    }
  }

  private func start(_ stored: StoredMessage, _ event: Current) {
    guard current?.claim === event.claim else { return }
    current?.hasBegun = true
    // A handler that takes long, or never returns, holds up no other reception.
    current?.patience = context.worker.schedule(after: settings.acknowledgementDeadline) { [slot] in
      slot.release(event.claim)
    }
    begin(stored)
  }
}
