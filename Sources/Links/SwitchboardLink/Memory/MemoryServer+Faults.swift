internal import SwitchboardBroadcast

/// A process that wants to connect.
struct MemoryKnock {
  let process: UInt64
  let events: @Sendable (ConnectionEvent) -> Void
  let done: @Sendable (Result<MemoryLine, TransportError>) -> Void
}

extension MemoryServer {
  /// A connection that stalls for this long is lost.
  static let patience = Duration.seconds(10)

  // MARK: Connections

  func knock(_ knock: MemoryKnock) {
    underWay += 1
    list(.connect(knock), due: now + dice.delay(at: now))
  }

  func connect(_ knock: MemoryKnock) {
    if now < partitionedUntil || now < stalled[knock.process, default: .zero] {
      // A process learns of a missing server only by waiting.
      list(.fail(knock), due: now + .seconds(1))
      return
    }
    underWay -= 1
    let line = MemoryLine(process: knock.process, restarts: restarts, events: knock.events)
    lines.append(line)
    effects.append(.call { knock.done(.success(line)) })
  }

  func refuse(_ knock: MemoryKnock) {
    underWay -= 1
    let error = TransportError(
      .unreachable, subject: "memory", reason: "the network is partitioned", advice: "wait until the partition ends")
    effects.append(.call { knock.done(.failure(error)) })
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

  /// Loses a connection. In each direction, a seed decides how many of the first hops arrive; without a seed none does.
  ///
  /// - Parameter isAtOnce: Whether the hops to the server arrive now, or when they would have arrived.
  func lose(
    _ line: MemoryLine, _ reason: String, _ kind: TransportError.Kind = .lost, isAtOnce: Bool = false
  ) {
    guard line.isOpen else { return }
    line.stall = nil
    let arriving = dice.isSeeded ? line.requests.isEmpty ? 0 : dice.pick(line.requests.count + 1) : 0
    let answered = dice.isSeeded ? line.answers.isEmpty ? 0 : dice.pick(line.answers.count + 1) : 0
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
    for case .send in requests { tally.liveLost += 1 }
    effects.append(.releaseRequests(requests))
  }

  private func drop(_ answers: [MemoryEffect]) {
    if answers.isEmpty { return }
    underWay -= answers.count
    for case .receive in answers { tally.liveLost += 1 }
    effects.append(.release(answers))
  }

  // MARK: Stalls

  func stall(_ line: MemoryLine, for length: Duration, mayLose: Bool = false) {
    var stall = line.stall ?? MemoryLine.Stall(until: now, noticed: now + Self.patience, mayLose: false)
    stall.until = max(stall.until, now + length.asDelay)
    if mayLose { stall.mayLose = true }
    line.stall = stall
    list(.stall(line), due: stall.check)
  }

  func endStall(of line: MemoryLine) {
    guard let stall = line.stall, stall.check <= now else { return }
    if line.isOpen {
      if stall.noticed <= now { return lose(line, "nothing arrived for \(Self.patience)") }
      if stall.mayLose, dice.happens(.lossAfterPartition, at: now) { return lose(line, "the network was partitioned") }
    }
    line.stall = nil
    listRequests(of: line)
    listAnswers(of: line)
  }

  func stall(process: UInt64, for length: Duration) {
    stalled[process] = max(stalled[process, default: .zero], now + length.asDelay)
    for line in lines where line.process == process { stall(line, for: length) }
  }

  // MARK: Disturbances

  func disturb(_ disturbance: MemoryDice.Disturbance) {
    switch disturbance {
    case .reset:
      if lines.isEmpty { return }
      dice.count(.reset)
      lose(lines[dice.pick(lines.count)], "the connection was reset")
    case .partition(let length):
      dice.count(.partition)
      partition(for: length, mayLose: true)
    case .restart:
      dice.count(.restart)
      restart()
    }
  }

  func partition(for length: Duration, mayLose: Bool = false) {
    partitionedUntil = max(partitionedUntil, now + length.asDelay)
    for line in lines { stall(line, for: length, mayLose: mayLose) }
  }

  func restart() {
    for line in lines { lose(line, "the server started again", isAtOnce: true) }
    restarts += 1
    unavailableUntil = now + dice.unavailability(at: now)
  }
}
