internal import SwitchboardBroadcast
internal import SwitchboardSignals

/// The connection of a link: makes it, makes it again after a loss, and hands it to the parts of the link.
///
/// ```
/// dispatching thread → OutgoingLane → Outbox ─┐
///                                             ├ TransportConnection
/// subscribers ← scheduler ← receivers ────────┘
/// ```
final class LinkCore: @unchecked Sendable {
  // Sound: the variables are touched only by work of the link's worker, one piece at a time.
  let context: LinkContext
  let queue: OutgoingQueue
  let outbox: Outbox
  let streams: Streams
  let notes: Notes
  let slot = HandlingSlot()
  private let transport: any EventTransport
  private let inbox: Coalescer<(event: ConnectionEvent, generation: Int)>
  private let drops: DropReport

  private(set) var connection: (any TransportConnection)?
  /// The number of connections and losses so far. What an earlier connection reports is ignored.
  private var generation = 0
  /// The attempts in a row that did not lead to a connection that lasted.
  private var failures = 0
  private var connectedAt: Duration?
  private var random: UInt64
  private(set) var receivers: [any LinkReceiver] = []
  /// Why there is no connection.
  private(set) var lastError: TransportError?
  var phase = Phase.open
  var readiness = Readiness()

  enum Phase {
    case open
    /// Nothing more is accepted. The closure is called with the number of events that are neither sent nor confirmed.
    case closing(@Sendable (Int) -> Void)
    case closed
  }

  init(_ context: LinkContext, _ transport: any EventTransport) {
    (self.context, self.transport) = (context, transport)
    random = context.origin
    let weak = WeakReference<LinkCore>()
    let drops = DropReport(context)
    self.drops = drops
    queue = OutgoingQueue(
      OutgoingRules(
        limit: context.options.queueLimit, whenFull: context.options.whenFull, budget: context.budget,
        worker: context.worker, wake: { weak.object?.pump() },
        tellDropped: { weak.object.map { drops.report($0.queue) } }))
    streams = Streams(context)
    notes = Notes(queue, context)
    outbox = Outbox(queue, streams, context)
    inbox = Coalescer(context.worker) { events in
      for (event, generation) in events { weak.object?.handle(event, generation) }
      weak.object?.pump()
    }
    weak.object = self
    streams.changed = { weak.object?.streamsChanged() }
    context.onSettled { weak.object?.settle() }
  }

  /// Connects, unless the link has a connection or is closed.
  func connect() {
    if case .closed = phase { return }
    if connection != nil { return }
    generation += 1
    let generation = generation
    transport.connect(
      events: { [inbox] event in inbox.add((event, generation)) },
      done: { [weak self] result in
        guard let self else { return result.close() }
        context.worker.perform { self.connected(result, generation) }
      })
  }

  private func connected(_ result: Result<any TransportConnection, TransportError>, _ generation: Int) {
    guard generation == self.generation else { return result.close() }
    if case .closed = phase { return result.close() }
    switch result {
    case .failure(let error): lost(error)
    case .success(let connection):
      self.connection = connection
      (connectedAt, lastError) = (context.worker.now, nil)
      context.count { $0.connections += 1 }
      if case .open = phase { context.enter(.connected) }
      streams.connected(connection)
      for receiver in receivers { receiver.connected(connection) }
      outbox.connected(connection)
      settle()
    }
  }

  private func handle(_ event: ConnectionEvent, _ generation: Int) {
    guard generation == self.generation else { return }
    switch event {
    case .stored(let ticket, let isDuplicate): outbox.stored(ticket, isDuplicate: isDuplicate)
    case .refused(let ticket, let error): outbox.refuse(ticket, error)
    case .unavailable(let ticket, let error): outbox.unavailable(ticket, error)
    case .unheard(let identity): for receiver in receivers { receiver.unheard(identity) }
    case .consumerEnded(let consumer, let error):
      context.report(.transport(error))
      for receiver in receivers { receiver.consumerEnded(consumer, error) }
    case .denied(let use, let error): denied(use, error)
    case .problem(let error): context.report(.transport(error))
    case .lost(let error): lost(error)
    }
  }

  private func denied(_ use: DeniedUse, _ error: TransportError) {
    switch use {
    case .publishing(let subject, let isWhole):
      let isAwaited = outbox.denied(subject, isWhole, error)
      let isAsked = receivers.reduce(false) { $1.denied(publishing: subject, error) || $0 }
      if !isAwaited, !isAsked { context.report(.refused(error)) }
    case .receiving(let pattern):
      context.report(.transport(error))
      for receiver in receivers { receiver.denied(receiving: pattern, error) }
    case .answers:
      context.report(.transport(error))
      streams.denied(error)
    }
    settle()
  }

  private func lost(_ error: TransportError) {
    generation += 1
    (connection, lastError) = (nil, error)
    readiness.lost()
    streams.lost()
    outbox.lost(error)
    for receiver in receivers { receiver.lost() }
    // A server that takes connections and ends them at once is not asked more often than one that takes none.
    if let time = connectedAt.take(), context.worker.now - time >= context.options.longestPause { failures = 0 }
    switch phase {
    case .open: context.enter(.connecting(last: error))
    case .closing: break
    case .closed: return
    }
    context.worker.schedule(after: nextPause()) { [weak self] in self?.connect() }
  }

  /// Returns the pause before the next attempt: longer after each failure, times a random number from 0.5 to 1.5.
  private func nextPause() -> Duration {
    let longest = context.options.longestPause
    var pause = context.options.firstPause
    for _ in 0..<min(failures, 32) where pause < longest { pause = pause.times(2) }
    failures += 1
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return min(pause, longest).times(0.5 + Double(random >> 11) / Double(1 << 53))
  }

  // MARK: The parts

  func pump() {
    outbox.pump()
    settle()
  }

  private func streamsChanged() {
    outbox.streamsChanged()
    for receiver in receivers { receiver.streamsChanged() }
    pump()
  }

  func add(_ receiver: any LinkReceiver) {
    guard case .open = phase else { return }
    receivers.append(receiver)
    if let connection { receiver.connected(connection) }
    settle()
  }

  func remove(_ receiver: any LinkReceiver) {
    if receivers.contains(where: { $0 === receiver }) { receiver.stop() }
    settle()
  }

  /// Lets the receivers go that were stopped and have settled their last event.
  func dropStopped() { receivers.removeAll { $0.isStopped && $0.isIdle } }

  func subscriptionsChanged() { for receiver in receivers { receiver.subscriptionsChanged() } }

  /// Gives up the connection and all receivers. Returns the connection, to be closed.
  func takeConnection() -> (any TransportConnection)? {
    generation += 1
    streams.lost()
    outbox.lost(nil)
    for receiver in receivers {
      receiver.lost()
      receiver.end()
    }
    receivers = []
    return connection.take()
  }
}

extension Result<any TransportConnection, TransportError> {
  /// Closes a connection that comes too late.
  fileprivate func close() { if case .success(let connection) = self { connection.close {} } }
}

/// A part of a link that receives events. The link's worker calls every function.
protocol LinkReceiver: AnyObject, Sendable {
  func connected(_ connection: any TransportConnection)
  func lost()
  func streamsChanged()
  func subscriptionsChanged()
  func consumerEnded(_ consumer: ConsumerSettings, _ error: TransportError)
  /// The request with an identity has reached nobody.
  func unheard(_ identity: String)
  /// The engine does not allow a subscription.
  func denied(receiving pattern: String, _ error: TransportError)
  /// The engine does not allow messages of a subject. Returns whether the receiver has sent such.
  func denied(publishing subject: String, _ error: TransportError) -> Bool
  /// Begins no event any more.
  func stop()
  /// The link has ended.
  func end()
  var isStopped: Bool { get }
  /// Whether no event is being handled or waits to be acknowledged.
  var isIdle: Bool { get }
  /// Why the receiver cannot receive; nil if it can, or waits for a subscriber.
  var setup: ReceiverSetup { get }
}

extension LinkReceiver {
  func end() {}
  func unheard(_ identity: String) {}
  func denied(receiving pattern: String, _ error: TransportError) {}
  func denied(publishing subject: String, _ error: TransportError) -> Bool { false }
}

/// Whether a receiver receives.
enum ReceiverSetup {
  case ready
  case pending
  case failed(TransportError)
}
