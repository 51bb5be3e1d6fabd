internal import Foundation
internal import SwitchboardBroadcast
internal import SwitchboardSignals

/// The part of a link that encodes events, hands them to the connection, and keeps durable events until the engine has
/// confirmed them.
///
/// A new connection first gets all unconfirmed events again, in order and under their identities, and then new events.
/// So a stream gets the events of a link in order, and recognises those that it has.
final class Outbox: @unchecked Sendable {
  // Sound: the variables are touched only by work of the link's worker, one piece at a time.
  private let queue: OutgoingQueue
  private let streams: Streams
  private let context: LinkContext
  /// The beginnings of identities.
  private let dispatched, published: String
  private let encoder = JSONEncoder()

  private var connection: (any TransportConnection)?
  /// When the program was last told that events wait for their confirmations.
  private var told = Duration.zero
  /// Why the engine could not store an event, the last time. Nil after a confirmation.
  private var lastError: TransportError?
  private var unconfirmed = Unconfirmed()
  /// The ticket of the next event to hand over. Lower than `unconfirmed.nextTicket` while events are sent again.
  private var next: UInt64 = 1
  /// Events that were taken out of the queue and wait, the next one last: durable events, and others.
  private var durable: [OutgoingEvent] = []
  private var live: [OutgoingEvent] = []
  /// The live events that were sent and not yet counted. Counted together, because each count takes two locks.
  private var uncounted = 0
  private var isPaused = false
  private var isWatching = false
  private var isPumping = false

  /// The pause before the events that the engine could not take now are sent again.
  private static let pause = Duration.milliseconds(200)
  /// The time after which an event without an answer is sent again, and the program is told.
  private static let patience = Duration.seconds(10)
  private static let batchSize = 64

  init(_ queue: OutgoingQueue, _ streams: Streams, _ context: LinkContext) {
    (self.queue, self.streams, self.context) = (queue, streams, context)
    dispatched = WireIdentity.prefix(.dispatched, context.origin)
    published = WireIdentity.prefix(.published, context.origin)
    // Equal events then have equal bytes.
    encoder.outputFormatting = .sortedKeys
  }

  /// Whether nothing waits to be sent or confirmed.
  var isEmpty: Bool { unconfirmed.isEmpty && durable.isEmpty && live.isEmpty && queue.counts.waiting == 0 }

  func connected(_ connection: any TransportConnection) {
    self.connection = connection
    next = unconfirmed.firstTicket
    (isPaused, lastError) = (false, nil)
    pump()
  }

  func lost() {
    connection = nil
    next = unconfirmed.firstTicket
  }

  /// Hands over what can be handed over now.
  func pump() {
    if isPumping { return }
    isPumping = true
    defer { isPumping = false }
    guard let connection else { return }
    var isSending = false
    while sendLive(connection) || storeBatch(connection) { isSending = true }
    countSent()
    // The connection may be lost by now, and says so by an event.
    if self.connection != nil, isSending || next > unconfirmed.firstTicket { connection.flush() }
    watch()
  }

  /// Hands over unconfirmed events that this connection has not had. Returns whether all have been handed over.
  private func handOverAgain(_ connection: any TransportConnection) -> Bool {
    next = max(next, unconfirmed.firstTicket)
    while next < unconfirmed.nextTicket {
      guard let entry = unconfirmed[next] else {
        next += 1
        continue
      }
      switch entry.event.route.stream.map({ streams.status(of: $0) }) ?? .open {
      case .open: break
      case .opening: return false
      case .failed(let error):
        refuse(next, error)
        next += 1
        continue
      }
      context.count { $0.resent += 1 }
      guard store(entry.message, next, connection) else { return false }
      next += 1
    }
    return true
  }

  /// Hands over durable events, at most a batch, so that each look for live events serves many. Returns whether there
  /// were any.
  private func storeBatch(_ connection: any TransportConnection) -> Bool {
    var count = 0
    while count < Self.batchSize, storeNext(connection) { count += 1 }
    return count > 0
  }

  /// Hands over the next durable event, after those that this connection has to get again. Returns whether it did.
  private func storeNext(_ connection: any TransportConnection) -> Bool {
    guard self.connection != nil, !isPaused, handOverAgain(connection) else { return false }
    if durable.isEmpty { durable = queue.take(Self.batchSize, durable: true).reversed() }
    guard let event = durable.last, unconfirmed.count < context.options.unconfirmedLimit else { return false }
    switch event.route.stream.map({ streams.status(of: $0) }) ?? .open {
    case .open: break
    case .opening: return false
    case .failed(let error):
      durable.removeLast()
      giveUp(event, .refused(error))
      return true
    }
    durable.removeLast()
    guard let message = message(of: event) else { return true }
    let ticket = unconfirmed.append(event, message)
    guard store(message, ticket, connection) else { return false }
    next = ticket + 1
    return true
  }

  /// Hands over the live events, requests and answers that wait, at most a batch. Returns whether there were any.
  private func sendLive(_ connection: any TransportConnection) -> Bool {
    guard self.connection != nil else { return false }
    if live.isEmpty {
      countSent()
      live = queue.take(Self.batchSize, durable: false).reversed()
    }
    if live.isEmpty { return false }
    while self.connection != nil, let event = live.popLast() {
      guard let message = message(of: event) else { continue }
      do {
        try connection.send(message)
        uncounted += 1
        event.waiter?.resume(.success(()))
      } catch {
        giveUp(event, .refused(error))
        // Later events wait for the next connection. This one could come twice if it were sent again.
        if error.kind == .lost { self.connection = nil }
      }
    }
    return true
  }

  private func countSent() {
    if uncounted == 0 { return }
    let count = uncounted
    uncounted = 0
    context.count { $0.sent += count }
    queue.finished(count)
  }

  /// Encodes an event. Nil if that fails.
  private func message(of event: OutgoingEvent) -> WireMessage? {
    do {
      let (payload, subtype, partition) = try event.encode(encoder)
      let (subject, text) = event.route.subject(subtype: subtype, partition: partition)
      let prefix = event.kind == .dispatched ? dispatched : published
      let identity = event.chosen.map(WireIdentity.text(chosen:)) ?? prefix + String(event.number)
      return WireMessage(
        subject: subject, subjectText: text, identity: identity,
        traceparent: WireTrace.text(flow: event.flow, origin: context.origin), payload: payload)
    } catch {
      giveUp(event, .unencodable(name: event.route.name, reason: "\(error)"))
      return nil
    }
  }

  /// Returns whether the connection took the message.
  private func store(_ message: WireMessage, _ ticket: UInt64, _ connection: any TransportConnection) -> Bool {
    do {
      try connection.store(message, ticket: ticket)
      unconfirmed.noteHandover(of: ticket, at: context.worker.now)
      return true
    } catch {
      if error.kind == .lost { return false }
      refuse(ticket, error)
      return true
    }
  }

  func stored(_ ticket: UInt64, isDuplicate: Bool) {
    guard let event = unconfirmed.remove(ticket) else { return }
    lastError = nil
    context.count {
      $0.confirmed += 1
      if isDuplicate { $0.duplicates += 1 }
    }
    queue.finished(1)
    event.waiter?.resume(.success(()))
  }

  func refuse(_ ticket: UInt64, _ error: TransportError) {
    if let event = unconfirmed.remove(ticket) { giveUp(event, .refused(error)) }
  }

  /// Sends the event of a ticket and all later events again, after a pause.
  func unavailable(_ ticket: UInt64, _ error: TransportError) {
    guard unconfirmed[ticket] != nil else { return }
    lastError = error
    next = min(next, ticket)
    if isPaused { return }
    isPaused = true
    context.worker.schedule(after: Self.pause) { [weak self] in
      guard let self, isPaused else { return }
      isPaused = false
      pump()
    }
  }

  /// Sends all unconfirmed events again if the oldest has had no answer for long.
  private func watch() {
    if isWatching || unconfirmed.isEmpty || connection == nil { return }
    isWatching = true
    context.worker.schedule(after: Self.patience / 2) { [weak self] in
      guard let self else { return }
      isWatching = false
      let now = context.worker.now
      if connection != nil, let oldest = unconfirmed.oldest {
        if let time = oldest.handedOver, now - time >= Self.patience { next = unconfirmed.firstTicket }
        if let time = oldest.begun, now - max(time, told) >= Self.patience { tellUnconfirmed(oldest, since: time) }
      }
      pump()
    }
  }

  /// A server may accept connections and confirm nothing, for example when its disk is full.
  private func tellUnconfirmed(_ oldest: Unconfirmed.Entry, since time: Duration) {
    told = context.worker.now
    let waited = Duration.seconds((told - time).components.seconds)
    context.report(
      .unconfirmed(subject: oldest.message.subjectText, events: unconfirmed.count, after: waited, last: lastError))
  }

  private func giveUp(_ event: OutgoingEvent, _ error: LinkError) {
    var isLost = false
    if case .refused(let error) = error, error.kind == .lost { isLost = true }
    context.count { if isLost { $0.lost += 1 } else { $0.refused += 1 } }
    queue.finished(1)
    if let waiter = event.waiter { return waiter.resume(.failure(error)) }
    switch error {
    // The state of the link tells a lost connection.
    case .refused(let error): if !isLost { context.report(.refused(error)) }
    case .unencodable(let name, let reason): context.report(.unencodable(name: name, reason: reason))
    default: break
    }
  }

  /// Gives up everything, and returns the number of events that were neither sent nor confirmed.
  func close() -> Int {
    let rest = unconfirmed.removeAll() + durable + live
    (durable, live) = ([], [])
    queue.close()
    let waiting = queue.removeAll()
    queue.finished(rest.count)
    for event in rest { event.waiter?.resume(.failure(.closed)) }
    return rest.count + waiting
  }
}
