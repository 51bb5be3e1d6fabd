internal import SwitchboardBroadcast
internal import SwitchboardBus
internal import SwitchboardSignals

/// One consumer of a stream: takes events from the engine, has them handled one at a time and in order, and
/// acknowledges each event after its handlers have returned.
final class DurableLane: @unchecked Sendable {
  // Sound: the variables are touched only by work of the link's worker, one piece at a time.
  private let reception: DurableReception
  private let settings: ConsumerSettings
  private let context: LinkContext
  private let streams: Streams
  private let handling: HandlingQueue
  private let arrivals: Coalescer<StoredMessage>

  private var connection: (any TransportConnection)?
  private var consumer: (any TransportConsumer)?
  /// The consumer that was cancelled last. Events that it had already delivered are settled through it.
  private var retired: (any TransportConsumer)?
  private var isOpening = false
  private var isStopped = false
  /// The events that were received and are not settled, by their place in the stream.
  private var unsettled: [UInt64: StoredMessage] = [:]
  /// What could not be told to the engine, because there was no connection.
  private var late: [(StoredMessage.Token, Verdict)] = []
  /// The number of settled events that were not asked for again yet.
  private var freed = 0
  private var isBeating = false
  private var gaps = GapFinder()
  /// The place in the stream up to which the group had events before this process joined it.
  private var deliveredBefore: UInt64 = 0
  private(set) var setup = ReceiverSetup.pending

  enum Verdict {
    case acknowledge
    case retry(after: Duration)
  }

  /// The pause before an event that was given back is delivered again. Not zero: until the engine knows that this
  /// consumer has ended, it would deliver the event here again.
  private static let givingBackPause = Duration.milliseconds(100)
  /// The pause before an event that had no subscriber is delivered again.
  private static let unheardPause = Duration.seconds(1)

  init(_ reception: DurableReception, _ settings: ConsumerSettings, _ context: LinkContext, _ streams: Streams) {
    (self.reception, self.settings, self.context, self.streams) = (reception, settings, context, streams)
    let weak = WeakReference<DurableLane>()
    let results = Coalescer<HandlingQueue.Result>(context.worker) { results in
      for result in results { weak.object?.handled(result) }
    }
    handling = HandlingQueue(reception.type, reception.place) { results.add($0) }
    arrivals = Coalescer(context.worker) { messages in
      for message in messages { weak.object?.arrived(message) }
    }
    weak.object = self
  }

  var isIdle: Bool { unsettled.isEmpty && late.isEmpty }

  // MARK: The consumer

  func connected(_ connection: any TransportConnection) {
    self.connection = connection
    openIfPossible()
  }

  func lost() {
    (connection, consumer, retired, isOpening) = (nil, nil, nil, false)
    if !isStopped { setup = .pending }
  }

  func stop() {
    isStopped = true
    setup = .ready
    for message in handling.removeAll() { settle(message, .retry(after: Self.givingBackPause)) }
    finishIfStopped()
  }

  func consumerEnded(_ ended: ConsumerSettings) {
    guard ended == settings else { return }
    retire()
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
    let (arrivals, context) = (arrivals, context)
    connection.consume(settings, receive: { arrivals.add($0) }) { [weak self] result in
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
      tryAgain(after: Streams.pause(after: error))
      context.settled()
    case .success(let consumer):
      (self.consumer, retired) = (consumer, nil)
      setup = .ready
      deliveredBefore = max(deliveredBefore, consumer.position.lastDelivered)
      reportGap(gaps.opened(at: consumer.position))
      for (token, verdict) in late { tell(consumer, token, verdict) }
      late = []
      freed = 0
      let wanted = reception.prefetch - unsettled.count
      if isStopped {
        finishIfStopped()
      } else if !isHeard {
        retire()
      } else if wanted > 0 {
        consumer.request(wanted)
      }
      context.settled()
    }
  }

  private var isHeard: Bool { reception.type.isHeard(reception.place.bus) }

  private func tryAgain(after pause: Duration) {
    context.worker.schedule(after: pause) { [weak self] in self?.openIfPossible() }
  }

  private func reportGap(_ events: UInt64) {
    if events == 0 { return }
    context.count { $0.missed += events }
    context.report(.gap(stream: settings.stream.name, group: reception.group, events: events))
  }

  // MARK: Events

  private func arrived(_ stored: StoredMessage) {
    var stored = stored
    // The engine may forget a delivery whose process ended.
    if stored.attempt == 1, stored.sequence <= deliveredBefore { stored.attempt = 2 }
    if settings.partition == nil { reportGap(gaps.arrived(stored)) }
    context.count {
      $0.received += 1
      if stored.attempt > 1 { $0.redelivered += 1 }
    }
    if let earlier = unsettled.updateValue(stored, forKey: stored.sequence) {
      // The engine did not know that the event is still being handled here. The newer token settles both deliveries.
      if earlier.message == stored.message { return free() }
      // A stream that began anew has another event at this place, which comes again.
      unsettled[stored.sequence] = earlier
      if let consumer { tell(consumer, stored.token, .retry(after: Self.unheardPause)) }
      return free()
    }
    if let identity = WireIdentity(stored.message.identity), identity.kind == .dispatched,
      identity.origin == context.origin
    {
      context.count { $0.own += 1 }
      return settle(stored, .acknowledge)
    }
    beat()
    if isStopped { return settle(stored, .retry(after: Self.givingBackPause)) }
    handling.add(stored)
  }

  private func handled(_ result: HandlingQueue.Result) {
    // The newest delivery of the event, if it came again while it was being handled.
    let stored = unsettled[result.stored.sequence] ?? result.stored
    switch result.outcome {
    case .notSelected:
      context.count { $0.unselected += 1 }
      settle(stored, .acknowledge)
    case .unheard:
      settle(stored, .retry(after: Self.unheardPause))
      if !isHeard { retire() }
    case .undecodable(let reason):
      context.count { $0.undecodable += 1 }
      context.report(.undecodable(subject: stored.message.subjectText, reason: reason))
      fail(stored, reason, nil)
    case .handled(let failures, let event):
      for failure in failures { reception.place.bus.report(failure) }
      guard let first = failures.first else {
        context.count { $0.handled += 1 }
        return settle(stored, .acknowledge)
      }
      fail(stored, "\(first.error)", event)
    }
  }

  /// Has an event delivered again, or makes it a dead letter. An event of a later version may find a newer process.
  private func fail(_ stored: StoredMessage, _ reason: String, _ event: (any WireEvent)?) {
    let isReadable = event != nil || stored.message.subject.version > reception.type.version
    if isReadable, stored.attempt < reception.retry.attempts {
      context.count { $0.retried += 1 }
      return settle(stored, .retry(after: reception.retry.pause(after: stored.attempt)))
    }
    reception.deadLetters.store(stored, reason, reception, event) { [weak self] result in
      guard let self else { return }
      context.worker.perform {
        switch result {
        case .success: self.settle(stored, .acknowledge)
        case .failure: self.settle(stored, .retry(after: max(Self.unheardPause, self.reception.retry.longestPause)))
        }
      }
    }
  }

  private func settle(_ stored: StoredMessage, _ verdict: Verdict) {
    guard let newest = unsettled.removeValue(forKey: stored.sequence) else { return }
    if let consumer = consumer ?? retired {
      tell(consumer, newest.token, verdict)
      free()
    } else {
      late.append((newest.token, verdict))
      openIfPossible()
    }
    finishIfStopped()
  }

  private func tell(_ consumer: any TransportConsumer, _ token: StoredMessage.Token, _ verdict: Verdict) {
    switch verdict {
    case .acknowledge: consumer.acknowledge(token)
    case .retry(let pause): consumer.retry(token, after: pause)
    }
  }

  /// Asks for another event. Half of the events are asked for at once, because each request is a message.
  private func free() {
    freed += 1
    guard !isStopped, let consumer, freed * 2 >= reception.prefetch || unsettled.isEmpty else { return }
    consumer.request(freed)
    freed = 0
  }

  private func retire() {
    guard let consumer = consumer.take() else { return }
    consumer.cancel()
    retired = consumer
  }

  /// Gives the consumer up when the receiver was stopped and has nothing left to settle. A consumer that is opened only
  /// to settle has its turn first.
  private func finishIfStopped() {
    guard isStopped, unsettled.isEmpty else { return }
    if !late.isEmpty { return openIfPossible() }
    retire()
    context.settled()
  }

  /// Tells the engine from time to time that the unsettled events are being handled.
  private func beat() {
    if isBeating { return }
    isBeating = true
    context.worker.schedule(after: settings.acknowledgementDeadline.asDelay / 3) { [weak self] in
      guard let self else { return }
      isBeating = false
      if unsettled.isEmpty { return }
      if let consumer = consumer ?? retired { for stored in unsettled.values { consumer.extend(stored.token) } }
      beat()
    }
  }
}
