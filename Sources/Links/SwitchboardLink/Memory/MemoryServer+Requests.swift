extension MemoryServer {
  /// Does what a process asks for.
  func serve(_ request: MemoryRequest, from line: MemoryLine) {
    if let message = request.message, faults.isUnreadable(message) {
      return lose(line, "the message cannot be read", .violation)
    }
    if let use = request.use, faults.denies(use, over: line) {
      let error = TransportError(
        .unauthorized, subject: "\(use)", reason: "the network does not allow it", advice: "allow it")
      return tell(.denied(use, error), over: line)
    }
    switch request {
    case .send(let shared): send(shared, from: line)
    case .subscribe(let subscription):
      line.subscriptions.append(subscription)
      routes.add(subscription)
    case .unsubscribe(let subscription):
      line.subscriptions.removeAll { $0 === subscription }
      routes.remove(subscription)
      effects.append(.releaseObject(subscription))
    case .synchronize(let done): answer(.call { done(true) }, over: line)
    case .open(let settings, let done):
      let result = open(settings)
      answer(.call { done(result) }, over: line)
    case .last(let subject, let stream, let done):
      let message = streams.first { $0.settings.name == stream }?.last(of: subject)
      answer(.call { done(.success(message)) }, over: line)
    case .store(let shared, let ticket): store(shared, ticket: ticket, from: line)
    case .consume(let member, let start, let done): consume(member, from: start, done)
    case .look(let consumer, let done):
      // What a deleted consumer has not acknowledged is not known any more.
      guard !consumer.isRemoved, case let floor = consumer.floor else { break }
      answer(.call { done(floor) }, over: line)
    case .leave(let member):
      line.members.removeAll { $0 === member }
      leave(member)
      effects.append(.releaseObject(member))
    case .request(let member, let count):
      member.credit += count
      if let consumer = member.consumer { pump(consumer) }
    case .acknowledge(let consumer, let sequence):
      consumer.acknowledge(sequence)
      pump(consumer)
    case .extend(let consumer, let sequence):
      consumer.extend(sequence, at: now)
      pump(consumer)
    case .retry(let consumer, let sequence, let delay):
      consumer.retry(sequence, after: delay, at: now)
      pump(consumer)
    case .close:
      // After all answers to what was handed over before.
      if let closed = line.closed.take() { answer(.call(closed), over: line) }
      detach(line)
    }
  }

  private func send(_ shared: SharedMessage, from line: MemoryLine) {
    counts.liveSent += 1
    routes.collect(of: shared.message.subject, from: line, into: &recipients, faults)
    if recipients.isEmpty, shared.message.subject.kind == .request {
      tell(.unheard(identity: shared.message.identity), over: line)
    }
    for subscription in recipients {
      if faults.losesLive(at: now) {
        counts.liveLost += 1
      } else {
        answer(.receive(subscription, shared), over: subscription.line)
      }
    }
    // The lines keep their subscriptions, so nothing of a process is released here.
    recipients.removeAll(keepingCapacity: true)
  }
}
