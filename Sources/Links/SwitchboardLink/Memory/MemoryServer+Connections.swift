/// A process that wants to connect.
struct MemoryConnectRequest {
  let process: UInt64
  let events: @Sendable (ConnectionEvent) -> Void
  let done: @Sendable (Result<MemoryLine, TransportError>) -> Void
}

extension MemoryServer {
  func requestConnection(_ request: MemoryConnectRequest) {
    underWay += 1
    list(.connect(request), due: now + faults.delay(at: now))
  }

  func connect(_ request: MemoryConnectRequest) {
    if faults.isUnreachable(request.process, at: now) {
      // A process learns of a missing server only by waiting.
      list(.fail(request), due: now + .seconds(1))
      return
    }
    underWay -= 1
    let line = MemoryLine(process: request.process, restarts: restarts, events: request.events)
    lines.append(line)
    effects.append(.call { request.done(.success(line)) })
  }

  func refuse(_ request: MemoryConnectRequest) {
    underWay -= 1
    let error = TransportError(
      .unreachable, subject: "memory", reason: "the network is partitioned", advice: "wait until the partition ends")
    effects.append(.call { request.done(.failure(error)) })
  }

  /// Removes a connection from the server. What it has answered still arrives.
  func detach(_ line: MemoryLine) {
    line.isOpen = false
    lines.removeAll { $0 === line }
    for subscription in line.subscriptions { routes.remove(subscription) }
    for member in line.members { leave(member) }
    for subscription in line.subscriptions { effects.append(.releaseObject(subscription)) }
    for member in line.members { effects.append(.releaseObject(member)) }
    (line.subscriptions, line.members) = ([], [])
    if let events = line.events.take() { effects.append(.call { _ = events }) }
  }

  /// Loses a connection. In each direction, the faults decide how many of the first packets arrive.
  ///
  /// - Parameters:
  ///   - line: The connection.
  ///   - reason: Why it is lost, for the process.
  ///   - kind: What kind of error that is.
  ///   - isAtOnce: Whether the packets to the server arrive now, or when they would have arrived.
  package func lose(
    _ line: MemoryLine, _ reason: String, _ kind: TransportError.Kind = .lost, isAtOnce: Bool = false
  ) {
    guard line.isOpen else { return }
    line.stall = nil
    let arriving = faults.arriving(of: line.requests.count)
    let answered = faults.arriving(of: line.answers.count)
    drop(line.requests.cut(to: arriving))
    drop(line.requests.sift(\.outlivesConnection))
    drop(line.answers.cut(to: answered))
    let answers = line.answers.cut(to: 0)
    underWay -= answers.count
    effects += answers
    if let closed = line.closed.take() {
      effects.append(.call(closed))
    } else if let events = line.events {
      let error = TransportError(kind, subject: "memory", reason: reason, advice: "connect again")
      effects.append(.call { events(.lost(error)) })
    }
    detach(line)
    if isAtOnce {
      let requests = line.requests.cut(to: 0)
      underWay -= requests.count
      for request in requests { serve(request, from: line) }
    } else {
      listRequests(of: line)
    }
  }

  func drop(_ requests: [MemoryRequest]) {
    if requests.isEmpty { return }
    underWay -= requests.count
    for case .send in requests { counts.liveLost += 1 }
    effects.append(.releaseRequests(requests))
  }

  private func drop(_ answers: [MemoryEffect]) {
    if answers.isEmpty { return }
    underWay -= answers.count
    for case .receive in answers { counts.liveLost += 1 }
    effects.append(.release(answers))
  }
}
