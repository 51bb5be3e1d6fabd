internal import SwitchboardBroadcast
internal import SwitchboardSignals

/// The events for one stream: hands them to the connection in order, and keeps each until the engine has confirmed it.
///
/// A new connection first gets the unconfirmed events again, in order and under their identities, and then new events.
/// So a stream gets the events of a link in order, and recognises those that it has.
final class StreamOutbox: @unchecked Sendable {
  // Sound: the variables are touched only by work of the link's worker, one piece at a time.
  private let lane: OutgoingLane
  private let stream: StreamSettings
  private let streams: Streams
  private let context: LinkContext
  private var events = Unconfirmed()
  /// The place of the next event to hand over. Lower than `events.firstNew` while events are sent again.
  private var next: UInt64 = 1
  /// When the program was last told that events wait for their confirmations.
  private var told = Duration.zero
  /// Why the engine could not store an event, the last time. Nil after a confirmation.
  private var lastError: TransportError?
  /// The pause before the next attempt to store. Longer after each attempt in vain; nil after a confirmation.
  private var pause: Duration?
  private var isPaused = false

  /// The pauses before an event that the engine could not take now is sent again.
  private static let (firstPause, longestPause) = (Duration.milliseconds(200), Duration.seconds(5))
  /// The time after which an event without an answer is sent again, and the program is told.
  static let patience = Duration.seconds(10)

  init(_ lane: OutgoingLane, _ stream: StreamSettings, _ streams: Streams, _ context: LinkContext) {
    (self.lane, self.stream, self.streams, self.context) = (lane, stream, streams, context)
  }

  /// Whether the engine has to confirm events.
  var isWaiting: Bool { events.handedOver > 0 }
  /// The tickets of the events that the engine has to confirm. O(n).
  var tickets: [UInt64] { events.handedOverPlaces.map { Self.ticket(lane.index, $0) } }

  // MARK: Tickets

  /// Returns the ticket of an event: the lane in the upper 16 bits, the place below.
  private static func ticket(_ lane: Int, _ place: UInt64) -> UInt64 { UInt64(lane) << 48 | place }
  /// The lane of a ticket.
  static func lane(of ticket: UInt64) -> Int { Int(ticket >> 48) }
  private static func place(of ticket: UInt64) -> UInt64 { ticket & (1 << 48 - 1) }

  // MARK: Handing over

  /// Adds events. Drops the oldest that were not handed over, if that is too much.
  func append(_ encoded: [EncodedEvent]) {
    for event in encoded { events.append(event) }
    while lane.isOverfull, let dropped = events.removeOldestNew() {
      lane.noteDropped()
      lane.finished(1, bytes: dropped.event.bytes)
      dropped.event.waiter?.resume(.failure(.dropped))
    }
  }

  func connected() {
    next = events.first
    (isPaused, pause, lastError) = (false, nil, nil)
  }

  func lost() { next = events.first }

  /// Hands over at most `most` events, unless the stream has to wait. Returns whether there were any.
  func handOver(to connection: any TransportConnection, most: Int) -> Bool {
    next = max(next, events.first)
    guard !isPaused, next < events.end, isOpen() else { return false }
    var count = 0
    while count < most, next < events.end {
      guard let entry = events[next] else {
        next += 1
        continue
      }
      // One event shows whether the engine can store again.
      if pause != nil, next > events.first { break }
      if entry.begun == nil, events.handedOver >= context.options.unconfirmedLimit { break }
      count += 1
      guard store(entry, next, connection) else { break }
      next += 1
    }
    return count > 0
  }

  /// Whether it is not known yet that the stream is there.
  var isOpening: Bool { if case .opening = streams.status(of: stream) { true } else { false } }

  /// Whether the stream is there. Gives all events up if the engine refuses the stream.
  private func isOpen() -> Bool {
    switch streams.status(of: stream) {
    case .open: return true
    case .opening: return false
    case .failed(let error):
      for entry in removeAll() { context.gaveUp(entry.event.waiter, .refused(error)) }
      return false
    }
  }

  /// Gives all events up if the engine refuses the stream, also those that were handed over.
  func streamChanged() { if !events.isEmpty { _ = isOpen() } }

  /// Hands over one event alone. Returns false if there is no such event any more, or if the connection is lost.
  func handOver(_ ticket: UInt64, to connection: any TransportConnection) -> Bool {
    let place = Self.place(of: ticket)
    guard let entry = events[place] else { return false }
    return store(entry, place, connection)
  }

  /// Returns whether the connection took the message, or refused it for ever.
  private func store(_ entry: Unconfirmed.Entry, _ place: UInt64, _ connection: any TransportConnection) -> Bool {
    if entry.begun != nil { context.count { $0.resent += 1 } }
    do {
      try connection.store(entry.event.message, ticket: Self.ticket(lane.index, place))
      if events.noteHandover(of: place, at: context.worker.now) { lane.handedOver(1) }
      return true
    } catch {
      if error.kind == .lost { return false }
      refuse(Self.ticket(lane.index, place), error)
      return true
    }
  }

  // MARK: Answers

  func stored(_ ticket: UInt64, isDuplicate: Bool) {
    guard let entry = remove(ticket) else { return }
    (lastError, pause) = (nil, nil)
    context.count {
      $0.confirmed += 1
      if isDuplicate { $0.duplicates += 1 }
    }
    entry.event.waiter?.resume(.success(()))
  }

  func refuse(_ ticket: UInt64, _ error: TransportError) {
    if let entry = remove(ticket) { context.gaveUp(entry.event.waiter, .refused(error)) }
  }

  /// Refuses the events of a subject that were handed over. Returns whether there are any. O(n).
  func denied(_ subject: String, _ isWhole: Bool, _ error: TransportError) -> Bool {
    let denied = events.handedOverPlaces.filter { place in
      guard let text = events[place]?.event.message.subjectText else { return false }
      return isWhole ? text == subject : text.hasPrefix(subject)
    }
    for place in denied { refuse(Self.ticket(lane.index, place), error) }
    return !denied.isEmpty
  }

  /// Sends the event of a ticket again after a pause, and later events when the stream has confirmed that one. Calls
  /// `again` after the pause.
  func unavailable(_ ticket: UInt64, _ error: TransportError, again: @escaping @Sendable () -> Void) {
    guard events[Self.place(of: ticket)] != nil else { return }
    lastError = error
    if isPaused { return }
    isPaused = true
    // A stream that is gone does not come back by itself.
    if pause != nil { streams.doubt(stream) }
    let length = pause ?? Self.firstPause
    pause = min(length * 2, Self.longestPause)
    context.worker.schedule(after: length) { [weak self] in
      guard let self else { return }
      // The oldest event, whose confirmation may be lost, comes before the one that could not be stored.
      (isPaused, next) = (false, events.first)
      again()
    }
  }

  private func remove(_ ticket: UInt64) -> Unconfirmed.Entry? {
    guard let entry = events.remove(Self.place(of: ticket)) else { return nil }
    lane.finished(1, bytes: entry.event.bytes, unconfirmed: entry.begun == nil ? 0 : 1)
    return entry
  }

  /// Removes all events, and returns them.
  func removeAll() -> [Unconfirmed.Entry] {
    let rest = events.removeAll()
    lane.finished(
      rest.count, bytes: rest.reduce(0) { $0 + $1.event.bytes }, unconfirmed: rest.count { $0.begun != nil })
    return rest
  }

  // MARK: Patience

  /// Sends the unconfirmed events again if the oldest has had no answer for long, one first. Tells the program.
  func watch() {
    let now = context.worker.now
    guard let oldest = events.oldest else { return }
    if let time = oldest.handedOver, now - time >= Self.patience {
      next = events.first
      pause = pause ?? Self.firstPause
    }
    if let time = oldest.begun, now - max(time, told) >= Self.patience {
      // A server may accept connections and confirm nothing, for example when its disk is full.
      told = now
      context.report(
        .unconfirmed(
          subject: oldest.event.message.subjectText, events: events.handedOver,
          after: .seconds((now - time).components.seconds), last: lastError))
    }
  }
}
