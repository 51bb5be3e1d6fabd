extension MemoryServer {
  /// Makes a stream, or compares the settings.
  func open(_ settings: StreamSettings) -> Result<OpenedStream, TransportError> {
    for stream in streams {
      if stream.settings == settings { return .success(OpenedStream(creation: stream.creation)) }
      let (old, new) = (stream.settings.pattern, settings.pattern)
      if stream.settings.name == settings.name {
        return .failure(
          TransportError(
            .conflict, subject: settings.name, reason: "the stream exists with other settings",
            advice: "use the same limits, partitions and windows in all processes"))
      }
      if old.application == new.application, old.kind == new.kind, old.name == nil || new.name == nil {
        return .failure(
          TransportError(
            .conflict, subject: settings.name, reason: "the stream \(stream.settings.name) keeps the same subjects",
            advice: "use one of the two streams"))
      }
    }
    creations += 1
    let made = MemoryStream(settings, creation: "\(creations)")
    streams.append(made)
    return .success(OpenedStream(creation: made.creation))
  }

  func store(_ shared: SharedMessage, ticket: UInt64, from line: MemoryLine) {
    let message = shared.message
    let stream = streams.first { $0.settings.pattern.matches(message.subject) }
    if faults.isUnavailable(stream?.settings.name ?? "", for: message, ticket: ticket, over: line, at: now) {
      let error = TransportError(
        .unreachable, subject: message.subjectText, reason: "the storage is still starting", advice: "wait")
      tell(.unavailable(ticket: ticket, error), over: line)
      return
    }
    guard let stream else {
      let error = TransportError(
        .unreachable, subject: message.subjectText, reason: "no stream keeps the subject",
        advice: "open the stream first")
      tell(.unavailable(ticket: ticket, error), over: line)
      return
    }
    var outcome = stream.store(shared, at: now)
    if outcome == .stored, stream.remembers(message), faults.storesTwice(at: now) {
      outcome = stream.store(shared, at: now)
    }
    if outcome == .duplicate { counts.duplicates += 1 }
    if outcome == .full {
      let error = TransportError(
        .full, subject: stream.settings.name, reason: "the stream keeps at most \(stream.settings.limits.bytes) bytes",
        advice: "raise the limit, or let the stream drop its oldest messages")
      tell(.refused(ticket: ticket, error), over: line)
    } else if !faults.losesConfirmation(at: now) {
      tell(.stored(ticket: ticket, isDuplicate: outcome == .duplicate), over: line)
    }
    for consumer in stream.consumers { pump(consumer) }
  }

  // MARK: Consumers

  func consume(
    _ member: MemoryMember, from start: UInt64?,
    _ done: @escaping @Sendable (Result<MemoryConsumer.Place, TransportError>) -> Void
  ) {
    let settings = member.settings
    func fail(_ kind: TransportError.Kind, _ reason: String, _ advice: String) {
      let error = TransportError(kind, subject: settings.name, reason: reason, advice: advice)
      answer(.call { done(.failure(error)) }, over: member.line)
      effects.append(.releaseObject(member))
    }
    guard let stream = streams.first(where: { $0.settings.name == settings.stream.name }) else {
      return fail(.refused, "the stream \(settings.stream.name) does not exist", "open the stream first")
    }
    stream.expire(at: now)
    let consumer: MemoryConsumer
    var isNew = false
    if let existing = stream.consumers.first(where: { $0.settings.name == settings.name }) {
      guard existing.settings == settings else {
        return fail(.conflict, "the consumer exists with other settings", "use the same settings in all processes")
      }
      consumer = existing
    } else if stream.settings == settings.stream {
      consumer = MemoryConsumer(settings, of: stream, from: start)
      isNew = true
      stream.consumers.append(consumer)
    } else {
      return fail(
        .conflict, "the stream \(settings.stream.name) exists with other settings",
        "use the same settings in all processes")
    }
    member.consumer = consumer
    consumer.members.append(member)
    member.line.members.append(member)
    let place = MemoryConsumer.Place(consumer: consumer, position: consumer.position(isNew: isNew))
    answer(.call { done(.success(place)) }, over: member.line)
  }

  /// Takes a member out of its consumer. The caller keeps the member until no lock is held.
  func leave(_ member: MemoryMember) {
    guard let consumer = member.consumer, let index = consumer.members.firstIndex(where: { $0 === member }) else {
      return
    }
    consumer.members.remove(at: index)
    if index < consumer.turn { consumer.turn -= 1 }
    member.consumer = nil
  }

  /// Delivers as many messages as the members have asked for.
  func pump(_ consumer: MemoryConsumer) {
    if consumer.isRemoved { return }
    consumer.stream.expire(at: now)
    while let index = consumer.receiver, let (sequence, shared) = consumer.takeNext() {
      consumer.turn = index + 1
      let member = consumer.members[index]
      let attempt = consumer.noteDelivery(sequence, at: now)
      if attempt > 1 { counts.redeliveries += 1 }
      if faults.losesDelivery(at: now) { continue }
      member.credit -= 1
      let delivery = MemoryDelivery(
        shared: shared, sequence: sequence, attempt: attempt, consumerSequence: consumer.deliveries)
      answer(.deliver(member, delivery), over: member.line)
      if faults.deliversTwice(at: now) { consumer.makeReady(sequence) }
    }
    if let due = consumer.nextDeadline, consumer.listed.map({ due < $0 }) ?? true {
      consumer.listed = due
      list(.consumer(consumer), due: due)
    }
  }

  /// Deletes consumers of a stream, and tells their members.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - group: Whose consumers are deleted. Nil: those of all groups.
  package func removeConsumers(of stream: MemoryStream, group: String? = nil) {
    for consumer in stream.consumers where group == nil || consumer.settings.group == group {
      let error = TransportError(
        .refused, subject: consumer.settings.name, reason: "the consumer was deleted", advice: "open it again")
      for member in consumer.members {
        member.consumer = nil
        member.line.members.removeAll { $0 === member }
        effects.append(.releaseObject(member))
        tell(.consumerEnded(consumer.settings, error), over: member.line)
      }
      (consumer.members, consumer.pending, consumer.isRemoved) = ([], [:], true)
    }
    stream.consumers.removeAll(where: \.isRemoved)
  }
}
