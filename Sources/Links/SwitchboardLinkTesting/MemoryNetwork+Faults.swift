public import SwitchboardLink
public import SwitchboardSignals

extension MemoryNetwork {
  /// Makes a network with faults. O(number of disturbances of `faults`).
  ///
  /// - Parameters:
  ///   - scheduler: Where all work runs. A `TestScheduler` makes each run the same.
  ///   - faults: What goes wrong, and until when.
  ///   - maximumPayload: The largest payload in bytes.
  /// - Precondition: `scheduler` is not `.immediate`, because messages would then arrive inside the call that sends
  ///   them.
  public convenience init(
    scheduler: Scheduler = .queue(label: "switchboard.memory-network"), faults: FaultSchedule,
    maximumPayload: Int = 1 << 20
  ) {
    self.init(
      scheduler: scheduler, maximumPayload: maximumPayload,
      disturbedBy: ScheduledFaults(faults, start: scheduler.now))
  }

  /// Stops all packets for `length`. Processes cannot connect meanwhile, and learn so after a second. Connections that
  /// stall for 10 seconds are lost, the others then go on. O(connections).
  ///
  /// - Parameter length: How long the network carries nothing.
  public func partition(for length: Duration) { update { $0.scheduledFaults().partition($0, for: length) } }

  /// Starts the server again: loses all connections, as ``disconnectAll()``. Streams and consumers stay. Messages that
  /// were not acknowledged become due after their deadline. O(connections and packets).
  public func restart() { update { $0.scheduledFaults().restart($0) } }

  /// Loses all connections. What is under way is lost: without a ``FaultSchedule`` all of it, otherwise any number of
  /// the last packets in each direction. O(connections and packets).
  public func disconnectAll() {
    update { server in for line in server.lines { server.lose(line, "the connection was cut") } }
  }

  /// Lets the server end each connection over which such a message comes, with `TransportError.Kind.violation`.
  package func endConnections(at isUnreadable: @escaping @Sendable (WireMessage) -> Bool) {
    update { $0.scheduledFaults().isUnreadable = isUnreadable }
  }

  /// Lets the server not allow something, with `ConnectionEvent.denied(_:_:)`. Nil: it allows all.
  package func deny(_ isDenied: (@Sendable (DeniedUse) -> Bool)?) {
    update { $0.scheduledFaults().isDenied = isDenied }
  }

  /// Lets the server store such messages later: it says `ConnectionEvent.unavailable(ticket:_:)`. Nil: no message.
  package func holdBack(_ isHeldBack: (@Sendable (WireMessage) -> Bool)?) {
    update { $0.scheduledFaults().isHeldBack = isHeldBack }
  }
}

extension MemoryServer {
  /// Returns the faults of the network. The first fault that a test asks for brings those of a plain network.
  func scheduledFaults() -> ScheduledFaults {
    if let known = faults as? ScheduledFaults { return known }
    let made = ScheduledFaults(.none, start: now)
    faults = made
    return made
  }
}
