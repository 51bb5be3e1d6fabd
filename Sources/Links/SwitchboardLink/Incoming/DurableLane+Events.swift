internal import SwitchboardBroadcast
internal import SwitchboardBus
internal import SwitchboardSignals

extension DurableLane {
  func arrived(_ stored: StoredMessage) {
    if !isPresent(stored) { return }
    var stored = stored
    // The engine may forget a delivery whose process ended.
    if stored.attempt == 1, stored.sequence <= deliveredBefore { stored.attempt = 2 }
    lastArrived = max(lastArrived, stored.sequence)
    // An earlier consumer has counted its deliveries by itself.
    if settings.partition == nil, stored.opening == opening { reportGap(gaps.arrived(stored)) }
    context.count {
      $0.received += 1
      if stored.attempt > 1 { $0.redelivered += 1 }
    }
    if let earlier = unsettled.updateValue(stored, forKey: stored.sequence) {
      // The engine did not know that the event is still being handled here. The newer token settles both deliveries.
      unsettled[stored.sequence]?.attempt = earlier.attempt
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
    if stored.attempt > 1 { repeated.add(stored) } else { handling.add(stored) }
  }

  func handled(_ result: HandlingQueue.Result) {
    defer { repeated.ended(result.stored.sequence) }
    guard isPresent(result.stored) else { return handledInVain(result.outcome) }
    // The newest delivery of the event, if it came again while it was being handled.
    var stored = unsettled[result.stored.sequence] ?? result.stored
    stored.attempt = result.stored.attempt
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

  /// An event was handled whose stream is gone. It cannot come again.
  private func handledInVain(_ outcome: ArrivalResult) {
    guard case .handled(let failures, _) = outcome else { return }
    for failure in failures { reception.place.bus.report(failure) }
    if failures.isEmpty { context.count { $0.handled += 1 } }
  }

  /// Makes an event a dead letter that has begun too often and has never ended.
  func giveUp(_ stored: StoredMessage) {
    fail(stored, "its process ended in each of \(stored.attempt) attempts, or did not acknowledge the event", nil)
    repeated.ended(stored.sequence)
  }

  /// Has an event delivered again, or makes it a dead letter. An event of a later version may find a newer process.
  private func fail(_ stored: StoredMessage, _ reason: String, _ event: (any WireEvent)?) {
    let isReadable = event != nil || stored.message.subject.version > reception.type.version
    if isReadable, stored.attempt < reception.retry.attempts {
      context.count { $0.retried += 1 }
      return settle(stored, .retry(after: reception.retry.pause(after: stored.attempt)))
    }
    storeLetter(of: stored, reason, event)
  }

  /// Stores a dead letter, and tries that again until the engine takes the letter. The handlers do not run again: they
  /// have had all their attempts. The event stays here meanwhile, and with it the order of its partition.
  private func storeLetter(of stored: StoredMessage, _ reason: String, _ event: (any WireEvent)?) {
    reception.deadLetters.store(stored, reason, reception, event) { [weak self, context] result in
      context.worker.perform { [weak self] in
        guard let self, isPresent(stored) else { return }
        if case .success = result { return settle(stored, .acknowledge) }
        let pause = max(Self.unheardPause, reception.retry.longestPause)
        if isStopped { return settle(stored, .retry(after: pause)) }
        refusedLetters[stored.sequence] = stored
        context.worker.schedule(after: pause) { [weak self] in
          guard let self, refusedLetters.removeValue(forKey: stored.sequence) != nil else { return }
          storeLetter(of: stored, reason, event)
        }
      }
    }
  }

  func settle(_ stored: StoredMessage, _ verdict: Verdict) {
    guard let newest = unsettled.removeValue(forKey: stored.sequence) else { return }
    if let consumer = consumer ?? retired {
      tell(consumer, newest, verdict)
      free()
    } else {
      late.append((newest, verdict))
      openIfPossible()
    }
    finishIfStopped()
  }

  func tell(_ consumer: any TransportConsumer, _ stored: StoredMessage, _ verdict: Verdict) {
    guard isPresent(stored) else { return }
    switch verdict {
    case .acknowledge:
      consumer.acknowledge(stored.token)
      floor.acknowledged { [weak self] in self?.consumer }
    case .retry(let pause): consumer.retry(stored.token, after: pause)
    }
  }

  /// Asks for what may come instead of an event that is settled.
  private func free() {
    window.settled(at: context.worker.now)
    ask()
  }

  func ask() {
    if !isStopped, let consumer, let count = window.take(at: context.worker.now) { consumer.request(count) }
  }

  /// Gives the consumer up when the receiver was stopped and has nothing left to settle. A consumer that is opened only
  /// to settle has its turn first.
  func finishIfStopped() {
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
