internal import SwitchboardBroadcast
internal import SwitchboardBus
internal import SwitchboardSignals

/// One consumer of a stream: takes events from the engine, has them handled one at a time and in order, and
/// acknowledges each event after its handlers have returned.
final class DurableLane: @unchecked Sendable {
  // Sound: the variables are touched only by work of the link's worker, one piece at a time.
  let reception: DurableReception
  let settings: ConsumerSettings
  let context: LinkContext
  private let streams: Streams
  let handling: HandlingQueue
  let repeated: RepeatedEvents
  let floor: GroupFloor
  private let arrivals: Coalescer<StoredMessage>

  private var connection: (any TransportConnection)?
  private(set) var consumer: (any TransportConsumer)?
  /// The consumer that was cancelled last. Events that it had already delivered are settled through it.
  private(set) var retired: (any TransportConsumer)?
  private var isOpening = false
  private(set) var isStopped = false
  /// The number of the last opening of the consumer.
  private(set) var opening = 0
  /// The first opening on the present stream. What earlier ones delivered is gone with an earlier stream of this name.
  private var firstOpening = 0
  private var creation: String?
  /// The events that were received and are not settled, by their place in the stream.
  var unsettled: [UInt64: StoredMessage] = [:]
  /// The events whose letters were refused and are tried again later.
  var refusedLetters: [UInt64: StoredMessage] = [:]
  /// What could not be told to the engine, because there was no connection.
  var late: [(StoredMessage, Verdict)] = []
  var window: Window
  var isBeating = false
  var gaps = GapFinder()
  /// The place in the stream up to which the group had events before the consumer was opened.
  private(set) var deliveredBefore: UInt64 = 0
  /// The last place in the stream that this process had.
  var lastArrived: UInt64 = 0
  private(set) var setup = ReceiverSetup.pending

  enum Verdict {
    case acknowledge
    case retry(after: Duration)
  }

  /// The pause before an event that was given back is delivered again. Not zero: until the engine knows that this
  /// consumer has ended, it would deliver the event here again.
  static let givingBackPause = Duration.milliseconds(100)
  /// The pause before an event that had no subscriber is delivered again.
  static let unheardPause = Duration.seconds(1)

  init(_ reception: DurableReception, _ settings: ConsumerSettings, _ context: LinkContext, _ streams: Streams) {
    (self.reception, self.settings, self.context, self.streams) = (reception, settings, context, streams)
    repeated = RepeatedEvents(
      settings, attempts: reception.retry.attempts, reception.notes, reception.slot, context)
    floor = GroupFloor(settings, reception.notes, context)
    window = Window(most: reception.prefetch, patience: min(.seconds(2), settings.acknowledgementDeadline / 2))
    let weak = WeakReference<DurableLane>()
    let results = Coalescer<HandlingQueue.Result>(context.worker) { results in
      for result in results { weak.object?.handled(result) }
    }
    handling = HandlingQueue(reception.type, reception.place) { results.add($0) }
    arrivals = Coalescer(context.worker) { messages in
      for message in messages { weak.object?.arrived(message) }
    }
    weak.object = self
    repeated.begin = { weak.object?.handling.add($0) }
    repeated.giveUp = { weak.object?.giveUp($0) }
    repeated.isHeard = { weak.object?.isHeard ?? false }
  }

  var isIdle: Bool { unsettled.isEmpty && late.isEmpty }

  // MARK: The consumer

  func connected(_ connection: any TransportConnection) {
    self.connection = connection
    openIfPossible()
  }

  func lost() {
    (connection, consumer, retired, isOpening) = (nil, nil, nil, false)
    // They come again.
    for stored in repeated.stop() { unsettled[stored.sequence] = nil }
    if !isStopped { setup = .pending }
  }

  func stop() {
    isStopped = true
    setup = .ready
    let rest = handling.removeAll() + repeated.stop() + refusedLetters.values.sorted { $0.sequence < $1.sequence }
    refusedLetters = [:]
    for message in rest { settle(message, .retry(after: Self.givingBackPause)) }
    finishIfStopped()
  }

  func consumerEnded(_ ended: ConsumerSettings, _ error: TransportError) {
    guard ended == settings else { return }
    if error.kind == .unauthorized { setup = .failed(error) }
    retire()
    // Maybe its stream is gone too.
    streams.doubt(settings.stream)
    tryAgain(after: Streams.pause)
  }

  func openIfPossible() {
    guard let connection, consumer == nil, !isOpening, !isStopped || !late.isEmpty else { return }
    guard !late.isEmpty || isHeard else {
      // Waits for a subscriber, and not for the engine.
      setup = .ready
      return
    }
    switch streams.status(of: settings.stream) {
    case .opening: return
    case .failed(let error):
      setup = .failed(error)
      return
    case .open: break
    }
    isOpening = true
    floor.start(in: streams.creation(of: settings.stream) ?? "", connection) { [weak self] start in
      self?.open(from: start, on: connection)
    }
  }

  private func open(from start: UInt64?, on connection: any TransportConnection) {
    guard connection === self.connection, isOpening else { return }
    opening += 1
    let (arrivals, context, opening) = (arrivals, context, opening)
    let receive: @Sendable (StoredMessage) -> Void = { stored in
      var stored = stored
      stored.opening = opening
      arrivals.add(stored)
    }
    connection.consume(settings, from: start, receive: receive) { [weak self] result in
      context.worker.perform { [weak self] in
        if let self { return opened(result, on: connection) }
        if case .success(let consumer) = result { consumer.cancel() }
      }
    }
  }

  private func opened(_ result: Result<any TransportConsumer, TransportError>, on connection: any TransportConnection) {
    guard connection === self.connection else { return }
    isOpening = false
    switch result {
    case .failure(let error):
      if !error.isTemporary { setup = .failed(error) }
      context.report(.transport(error))
      streams.doubt(settings.stream)
      tryAgain(after: Streams.pause(after: error))
      context.settled()
    case .success(let consumer):
      (self.consumer, retired) = (consumer, nil)
      setup = .ready
      let position = consumer.position
      if let creation, creation != position.creation { forgetStream() }
      creation = position.creation
      // A group that was made again does not know what it had delivered.
      deliveredBefore = max(deliveredBefore, position.lastDelivered, lastArrived)
      reportGap(gaps.opened(at: position))
      floor.opened(position)
      for (stored, verdict) in late { tell(consumer, stored, verdict) }
      late = []
      window.restart(unsettled: unsettled.count, at: context.worker.now)
      if isStopped {
        finishIfStopped()
      } else if !isHeard {
        retire()
      } else {
        repeated.opened(position.creation, connection)
        ask()
      }
      context.settled()
    }
  }

  /// Forgets what belongs to an earlier stream of this name: places and tokens now mean other events.
  private func forgetStream() {
    _ = repeated.stop()
    refusedLetters = [:]
    (unsettled, late, gaps, deliveredBefore, lastArrived) = ([:], [], GapFinder(), 0, 0)
    firstOpening = opening
  }

  /// Whether an event belongs to the present stream.
  func isPresent(_ stored: StoredMessage) -> Bool { stored.opening >= firstOpening }

  var isHeard: Bool { reception.type.isHeard(reception.place.bus) }

  private func tryAgain(after pause: Duration) {
    context.worker.schedule(after: pause) { [weak self] in self?.openIfPossible() }
  }

  func retire() {
    guard let consumer = consumer.take() else { return }
    consumer.cancel()
    retired = consumer
  }

  func reportGap(_ events: UInt64) {
    if events == 0 { return }
    context.count { $0.missed += events }
    context.report(.gap(stream: settings.stream.name, group: reception.group, events: events))
  }
}
