internal import SwitchboardBroadcast
public import SwitchboardSignals

/// A server in memory, which connects the links of one process: it carries live messages, and keeps streams and the
/// state of consumers. It behaves like a NATS server with JetStream, but keeps nothing after the process has ended.
///
/// Links use a network through ``MemoryTransport``. A test makes a network of its own: otherwise all tests of the
/// process share one, and get each other's events. The product `SwitchboardLinkTesting` makes faults in a network, and
/// shows what the network has. With a `TestScheduler`, hours of faults pass in milliseconds.
///
/// Everything happens on the network's scheduler, so each message arrives some time after it was handed over. A packet
/// is one message on its way between a process and the network. A delivery never runs inside the call that causes it.
///
/// The open connections keep the network alive, and so does what is under way.
///
/// Threading: every member may be called from any thread. Each calls no code of the program, and may wait for a lock
/// for as long as the network handles some hundred messages.
public final class MemoryNetwork: Sendable {
  /// The network that ``MemoryTransport`` uses by default.
  public static let shared = MemoryNetwork()

  private let scheduler: Scheduler
  private let server: Lock<MemoryServer>
  /// The largest payload in bytes.
  public let maximumPayload: Int

  /// Makes a network. O(1).
  ///
  /// - Parameters:
  ///   - scheduler: Where all work runs. A `TestScheduler` makes each run the same.
  ///   - maximumPayload: The largest payload in bytes.
  /// - Precondition: `scheduler` is not `.immediate`, because messages would then arrive inside the call that sends
  ///   them.
  public convenience init(
    scheduler: Scheduler = .queue(label: "switchboard.memory-network"), maximumPayload: Int = 1 << 20
  ) {
    self.init(scheduler: scheduler, maximumPayload: maximumPayload, disturbedBy: NoFaults())
  }

  /// Makes a network in which `faults` decides what goes wrong. Only this network may use `faults`.
  package init(scheduler: Scheduler, maximumPayload: Int, disturbedBy faults: any MemoryFaults) {
    require(
      scheduler !== Scheduler.immediate, "a network in memory would deliver inside the call that sends; use a queue")
    // A test scheduler must not be kept alive by its own work.
    self.scheduler = scheduler.worker
    self.maximumPayload = maximumPayload
    server = Lock(MemoryServer(faults: faults, now: scheduler.now))
    update { $0.faults.begin(on: $0) }
  }

  /// Changes the state, and sees to it that the consequences happen on the scheduler.
  ///
  /// - Parameter body: The change. It runs at once, under the lock of the network, and calls no code of the program.
  package func update<Result: Sendable>(_ body: (MemoryServer) -> Result) -> Result {
    let time = scheduler.now
    let (result, call) = server.withLock { server in
      server.now = max(server.now, time)
      let result = body(server)
      return (result, server.planWake())
    }
    carryOut(call)
    return result
  }

  /// Does what is due, in a piece of work of the scheduler. Other calls that come meanwhile do nothing, so that all
  /// happens in order.
  private func wake(_ number: UInt64) {
    let time = scheduler.now
    let effects: [MemoryEffect]? = server.withLock { server in
      guard server.wake?.number == number, !server.isPerforming else { return nil }
      server.wake = nil
      server.isPerforming = true
      server.now = max(server.now, time)
      server.run()
      let effects = server.effects
      server.effects = []
      return effects
    }
    guard let effects else { return }
    for effect in effects { effect.perform() }
    let call = server.withLock { server in
      server.isPerforming = false
      return server.planWake()
    }
    carryOut(call)
  }

  private func carryOut(_ call: MemoryServer.Call) {
    switch call {
    case .none: break
    case .cancel(let timer): timer?.dispose()
    case .now(let number, let replaced):
      replaced?.dispose()
      scheduler.perform { self.wake(number) }
    case .later(let number, let delay, let keepsNetwork, let replaced):
      replaced?.dispose()
      let timer =
        if keepsNetwork {
          scheduler.schedule(after: delay) { self.wake(number) }
        } else {
          scheduler.schedule(after: delay) { [weak self] in self?.wake(number) }
        }
      let isStale = server.withLock { server in
        guard server.wake?.number == number else { return true }
        server.wake?.timer = timer
        return false
      }
      if isStale { timer.dispose() }
    }
  }
}

extension MemoryServer {
  /// What to ask of the scheduler, with no lock held.
  enum Call {
    case none
    case cancel((any Disposable)?)
    case now(UInt64, replacing: (any Disposable)?)
    case later(UInt64, after: Duration, keepsNetwork: Bool, replacing: (any Disposable)?)
  }

  /// Decides when the scheduler must call next. A call that is too early stays, because it costs less than another.
  func planWake() -> Call {
    if isPerforming { return .none }
    guard let due = effects.isEmpty ? nextDue : now else {
      guard let old = wake else { return .none }
      wake = nil
      return .cancel(old.timer)
    }
    let keepsNetwork = underWay > 0 || !effects.isEmpty
    if let wake, wake.due <= due, wake.keepsNetwork || !keepsNetwork { return .none }
    let replaced = wake?.timer
    wakes += 1
    let isNow = due <= now
    wake = Wake(number: wakes, due: due, keepsNetwork: isNow || keepsNetwork)
    return isNow
      ? .now(wakes, replacing: replaced)
      : .later(wakes, after: due - now, keepsNetwork: keepsNetwork, replacing: replaced)
  }
}
