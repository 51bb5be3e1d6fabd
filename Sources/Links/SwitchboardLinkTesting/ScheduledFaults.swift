internal import SwitchboardBroadcast
internal import SwitchboardLink

/// The faults of a ``FaultSchedule``, and those that a test asks for.
final class ScheduledFaults: MemoryFaults {
  var dice: MemoryDice
  private var partitionedUntil = Duration.zero
  /// Until when each process stalls.
  private var stalled: [UInt64: Duration] = [:]
  private var unavailableUntil = Duration.zero
  /// Says which messages make the server end the connection.
  var isUnreadable: (@Sendable (WireMessage) -> Bool)?
  /// Says what is not allowed.
  var isDenied: (@Sendable (DeniedUse) -> Bool)?
  /// Says which messages cannot be stored now.
  var isHeldBack: (@Sendable (WireMessage) -> Bool)?

  init(_ schedule: FaultSchedule, start: Duration) { dice = MemoryDice(schedule, start: start) }

  func begin(on server: MemoryServer) {
    for (after, disturbance) in dice.plan() {
      server.plan(PlannedDisturbance(disturbance, of: self), due: server.now + after)
    }
  }

  // MARK: Decisions

  func delay(at now: Duration) -> Duration { dice.delay(at: now) }
  func losesAcknowledgement(at now: Duration) -> Bool { dice.happens(.lostAcknowledgement, at: now) }
  func arriving(of count: Int) -> Int { dice.isSeeded && count > 0 ? dice.pick(count + 1) : 0 }
  func isUnreachable(_ process: UInt64, at now: Duration) -> Bool {
    now < partitionedUntil || now < stalled[process, default: .zero]
  }
  func choice(of count: Int) -> Int? { dice.isSeeded ? dice.pick(count) : nil }
  func losesLive(at now: Duration) -> Bool { dice.happens(.lostLive, at: now) }
  func isUnreadable(_ message: WireMessage) -> Bool { isUnreadable?(message) == true }
  func storesTwice(at now: Duration) -> Bool { dice.happens(.repeatedStore, at: now) }
  func losesConfirmation(at now: Duration) -> Bool { dice.happens(.lostConfirmation, at: now) }
  func losesDelivery(at now: Duration) -> Bool { dice.happens(.lostDelivery, at: now) }
  func deliversTwice(at now: Duration) -> Bool { dice.happens(.repeatedDelivery, at: now) }

  func denies(_ use: DeniedUse, over line: MemoryLine) -> Bool {
    guard isDenied?(use) == true else { return false }
    // The link gives up all messages of the subject, so nothing waits for them.
    line.unavailable = [:]
    return true
  }

  /// Also true if an earlier message of the connection for the same stream is not stored for that reason.
  func isUnavailable(
    _ stream: String, for message: WireMessage, ticket: UInt64, over line: MemoryLine, at now: Duration
  ) -> Bool {
    let isEarlierMissing = line.unavailable[stream]?.contains { $0 < ticket } ?? false
    if now < unavailableUntil || isEarlierMissing || isHeldBack?(message) == true {
      line.unavailable[stream, default: []].insert(ticket)
      dice.count(.unavailable)
      return true
    }
    line.unavailable[stream]?.remove(ticket)
    return false
  }

  // MARK: Disturbances

  func partition(_ server: MemoryServer, for length: Duration, mayLose: Bool = false) {
    partitionedUntil = max(partitionedUntil, server.now + length.asDelay)
    for line in server.lines { stall(line, on: server, for: length, mayLose: mayLose) }
  }

  func stall(process: UInt64, on server: MemoryServer, for length: Duration) {
    stalled[process] = max(stalled[process, default: .zero], server.now + length.asDelay)
    for line in server.lines where line.process == process { stall(line, on: server, for: length) }
  }

  private func stall(_ line: MemoryLine, on server: MemoryServer, for length: Duration, mayLose: Bool = false) {
    let stall = line.stall as? Stall ?? Stall(of: line, at: server.now, self)
    stall.until = max(stall.until, server.now + length.asDelay)
    if mayLose { stall.mayLose = true }
    line.stall = stall
    server.plan(stall, due: stall.check)
  }

  func restart(_ server: MemoryServer) {
    for line in server.lines { server.lose(line, "the server started again", isAtOnce: true) }
    server.restarts += 1
    unavailableUntil = server.now + dice.unavailability(at: server.now)
  }
}

/// A time in which no packet of a connection arrives. Its work is the end, or the loss that it causes.
private final class Stall: MemoryWork {
  /// A connection that stalls for this long is lost.
  private static let patience = Duration.seconds(10)

  private weak var line: MemoryLine?
  private let faults: ScheduledFaults
  var until: Duration
  /// When the loss of the connection is noticed, if it still stalls.
  private let noticed: Duration
  /// Whether the end of the stall may lose the connection.
  var mayLose = false

  init(of line: MemoryLine, at now: Duration, _ faults: ScheduledFaults) {
    (self.line, self.faults, until, noticed) = (line, faults, now, now + Self.patience)
  }

  var check: Duration { min(until, noticed) }

  func isCurrent(due: Duration) -> Bool { line?.stall === self && check == due }

  func run(on server: MemoryServer) {
    guard let line else { return }
    if noticed <= server.now { return server.lose(line, "nothing arrived for \(Self.patience)") }
    if mayLose, faults.dice.happens(.lossAfterPartition, at: server.now) {
      return server.lose(line, "the network was partitioned")
    }
    server.endStall(of: line)
  }
}

private final class PlannedDisturbance: MemoryWork {
  private let disturbance: MemoryDice.Disturbance
  private let faults: ScheduledFaults

  init(_ disturbance: MemoryDice.Disturbance, of faults: ScheduledFaults) {
    (self.disturbance, self.faults) = (disturbance, faults)
  }

  func isCurrent(due: Duration) -> Bool { true }

  func run(on server: MemoryServer) {
    switch disturbance {
    case .reset:
      if server.lines.isEmpty { return }
      faults.dice.count(.reset)
      server.lose(server.lines[faults.dice.pick(server.lines.count)], "the connection was reset")
    case .partition(let length):
      faults.dice.count(.partition)
      faults.partition(server, for: length, mayLose: true)
    case .restart:
      faults.dice.count(.restart)
      faults.restart(server)
    }
  }
}
