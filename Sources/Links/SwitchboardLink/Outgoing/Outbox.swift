internal import SwitchboardBroadcast
internal import SwitchboardSignals

/// The part of a link that encodes events and hands them to the connection: live events once, and durable events until
/// the engine has confirmed them.
///
/// ```
/// OutgoingLane ─▶ EventEncoder ─▶ live events ──────┐
///                              └▶ StreamOutbox each ┴▶ TransportConnection
/// ```
final class Outbox: @unchecked Sendable {
  // Sound: the variables are touched only by work of the link's worker, one piece at a time.
  private let queue: OutgoingQueue
  private let streams: Streams
  private let context: LinkContext
  private let encoder: EventEncoder
  @safe @exclusivity(unchecked) private var connection: (any TransportConnection)?
  /// The parts for streams, by the index of their lanes, from 1.
  private var stores: [StreamOutbox] = []
  /// The live events that were encoded while there was no connection.
  private var live = RingBuffer<EncodedEvent>(limit: .max)
  private var suspects = Suspects()
  /// The number of connections in a row that ended with unconfirmed events and without any confirmation.
  private var fruitless = 0
  private var isWatching = false
  private var isPumping = false

  private static let batchSize = 64
  /// After this number of batches, other work of the worker has its turn.
  private static let turn = 16
  /// After this number of connections without a confirmation, the events are sent few at a time. A server's last words
  /// do not always arrive.
  private static let mostFruitless = 3

  init(_ queue: OutgoingQueue, _ streams: Streams, _ context: LinkContext) {
    (self.queue, self.streams, self.context) = (queue, streams, context)
    encoder = EventEncoder(origin: context.origin)
  }

  /// Whether nothing waits to be sent or confirmed.
  var isEmpty: Bool {
    let counts = queue.counts
    return counts.waiting == 0 && counts.unconfirmed == 0
  }

  func connected(_ connection: any TransportConnection) {
    self.connection = connection
    for store in stores { store.connected() }
    pump()
  }

  func lost(_ error: TransportError?) {
    connection = nil
    let isViolation = error?.kind == .violation
    if suspects.isEmpty {
      let tickets = stores.flatMap(\.tickets)
      fruitless = tickets.isEmpty ? 0 : fruitless + 1
      if isViolation || fruitless >= Self.mostFruitless { suspects.begin(tickets) }
    } else if let ticket = suspects.failed(isViolation: isViolation), let error {
      refuse(ticket, error)
    }
    for store in stores { store.lost() }
  }

  // MARK: Sending

  /// Encodes what waits, and hands over what can be handed over now.
  func pump() {
    if isPumping { return }
    isPumping = true
    defer { isPumping = false }
    var isSending = false
    for _ in 0..<Self.turn {
      let hasEncoded = encodeStreams()
      // Each look for live events serves a batch of the others.
      let hasSent = sendLive()
      let hasStored = store()
      isSending = isSending || hasSent || hasStored
      if !hasEncoded, !hasSent, !hasStored { return endPump(isSending) }
    }
    endPump(isSending)
    context.worker.perform { [weak self] in self?.pump() }
  }

  private func endPump(_ isSending: Bool) {
    // The connection may be lost by now, and says so by an event.
    if isSending { connection?.flush() }
    watch()
  }

  /// Encodes a batch of each stream's events. Returns whether there were any.
  private func encodeStreams() -> Bool {
    var isAny = false
    for (index, lane) in queue.streamLanes.enumerated() {
      guard let stream = lane.stream else { continue }
      if index == stores.count { stores.append(StreamOutbox(lane, stream, streams, context)) }
      isAny = encode(lane) { stores[index].append($0) } || isAny
    }
    return isAny
  }

  /// Encodes a batch of a lane's events for `body`. Returns whether there were any.
  private func encode(_ lane: OutgoingLane, _ body: ([EncodedEvent]) -> Void) -> Bool {
    let events = lane.take(Self.batchSize)
    if events.isEmpty { return false }
    var growth = 0
    let encoded = events.compactMap { event in
      let encoded = encode(event, lane)
      if let encoded { growth += encoded.bytes - event.bytes }
      return encoded
    }
    lane.resized(by: growth)
    body(encoded)
    return true
  }

  /// Nil if the event cannot be encoded.
  private func encode(_ event: OutgoingEvent, _ lane: OutgoingLane) -> EncodedEvent? {
    do {
      return try encoder.encode(event)
    } catch {
      lane.finished(1, bytes: event.bytes)
      context.gaveUp(event.waiter, error)
      return nil
    }
  }

  /// Hands over the live events, requests and answers that wait, at most a batch. Returns whether there were any.
  /// Without a connection, encodes them.
  private func sendLive() -> Bool {
    // A search must know which event the server has read.
    guard connection != nil, suspects.isEmpty else { return encode(queue.live) { keepLive($0) } }
    if live.count > 0 { return sendKept() }
    let events = queue.live.take(Self.batchSize)
    var (sent, finished, bytes) = (0, 0, 0)
    for event in events {
      guard let encoded = encode(event, queue.live) else { continue }
      guard connection != nil else {
        queue.live.resized(by: encoded.bytes - event.bytes)
        keepLive([encoded])
        continue
      }
      if send(encoded) { sent += 1 }
      (finished, bytes) = (finished + 1, bytes + event.bytes)
    }
    finishLive(sent, finished, bytes)
    return !events.isEmpty
  }

  /// Hands over a batch of what was encoded while there was no connection.
  private func sendKept() -> Bool {
    var (sent, finished, bytes) = (0, 0, 0)
    while connection != nil, finished < Self.batchSize, let event = live.popFirst() {
      if send(event) { sent += 1 }
      (finished, bytes) = (finished + 1, bytes + event.bytes)
    }
    finishLive(sent, finished, bytes)
    return true
  }

  /// Counts many events at once, because each count takes a lock.
  private func finishLive(_ sent: Int, _ finished: Int, _ bytes: Int) {
    if sent > 0 { context.count { $0.sent += sent } }
    if finished > 0 { queue.live.finished(finished, bytes: bytes) }
  }

  private func keepLive(_ events: [EncodedEvent]) {
    for event in events { _ = live.append(event) }
    while queue.live.isOverfull, let dropped = live.popFirst() {
      queue.live.noteDropped()
      queue.live.finished(1, bytes: dropped.bytes)
      dropped.waiter?.resume(.failure(.dropped))
    }
  }

  /// Returns whether the connection took the event.
  private func send(_ event: EncodedEvent) -> Bool {
    guard let connection else { return false }
    do {
      try connection.send(event.message)
      event.waiter?.resume(.success(()))
      return true
    } catch {
      context.gaveUp(event.waiter, .refused(error))
      // Later events wait for the next connection. This one could come twice if it were sent again.
      if error.kind == .lost { self.connection = nil }
      return false
    }
  }

  /// Hands over a batch of each stream's events. Returns whether there were any.
  private func store() -> Bool {
    guard let connection else { return false }
    if !suspects.isEmpty { return tryNext(connection) }
    var isAny = false
    for store in stores { isAny = store.handOver(to: connection, most: Self.batchSize) || isAny }
    return isAny
  }

  // MARK: Suspects

  /// Hands over the events of the next trial. Returns false if a trial is under way.
  private func tryNext(_ connection: any TransportConnection) -> Bool {
    guard suspects.trial.isEmpty else { return false }
    let tickets = suspects.next()
    if tickets.contains(where: { store(of: $0)?.isOpening == true }) {
      _ = suspects.failed(isViolation: false)
      return false
    }
    let handed = tickets.filter { store(of: $0)?.handOver($0, to: connection) ?? false }
    guard !handed.isEmpty else {
      suspects.passed()
      if suspects.isEmpty { endSearch() }
      return true
    }
    connection.synchronize { [weak self, context] isAnswered in
      context.worker.perform { self?.answered(isAnswered, on: connection) }
    }
    connection.flush()
    return false
  }

  private func answered(_ isAnswered: Bool, on connection: any TransportConnection) {
    guard connection === self.connection else { return }
    if isAnswered {
      suspects.passed()
      if suspects.isEmpty { endSearch() }
    } else {
      _ = suspects.failed(isViolation: false)
    }
    pump()
  }

  private func endSearch() {
    fruitless = 0
    // The events that the trials had are sent again, because later ones must not come before earlier ones.
    for store in stores { store.lost() }
  }

  // MARK: Answers

  private func store(of ticket: UInt64) -> StreamOutbox? {
    let index = StreamOutbox.lane(of: ticket) - 1
    return stores.indices.contains(index) ? stores[index] : nil
  }

  func stored(_ ticket: UInt64, isDuplicate: Bool) {
    fruitless = 0
    store(of: ticket)?.stored(ticket, isDuplicate: isDuplicate)
  }

  func refuse(_ ticket: UInt64, _ error: TransportError) { store(of: ticket)?.refuse(ticket, error) }

  /// Refuses the events of a subject that the engine does not allow. Returns whether there are any.
  func denied(_ subject: String, _ isWhole: Bool, _ error: TransportError) -> Bool {
    stores.reduce(false) { $1.denied(subject, isWhole, error) || $0 }
  }

  func streamsChanged() { for store in stores { store.streamChanged() } }

  func unavailable(_ ticket: UInt64, _ error: TransportError) {
    store(of: ticket)?.unavailable(ticket, error) { [weak self] in self?.pump() }
  }

  /// Looks from time to time for events that have had no answer for long.
  private func watch() {
    if isWatching || connection == nil || !stores.contains(where: \.isWaiting) { return }
    isWatching = true
    context.worker.schedule(after: StreamOutbox.patience / 2) { [weak self] in
      guard let self else { return }
      isWatching = false
      if connection != nil { for store in stores { store.watch() } }
      pump()
    }
  }

  // MARK: The end

  /// Gives up everything, and returns the number of events that were neither sent nor confirmed.
  func close() -> Int {
    queue.close()
    var waiters = stores.flatMap { $0.removeAll().map(\.event.waiter) }
    while let event = live.popFirst() {
      waiters.append(event.waiter)
      queue.live.finished(1, bytes: event.bytes)
    }
    for lane in queue.lanes {
      while case let events = lane.take(Self.batchSize), !events.isEmpty {
        waiters += events.map(\.waiter)
        lane.finished(events.count, bytes: events.reduce(0) { $0 + $1.bytes })
      }
    }
    for waiter in waiters { waiter?.resume(.failure(.closed)) }
    return waiters.count
  }
}
