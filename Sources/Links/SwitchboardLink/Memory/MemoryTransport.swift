/// The engine for links in one process: they talk to each other without a server.
///
/// ```swift
/// let engine = MemoryTransport()   // all links with this engine are connected
/// ```
/// Each instance stands for one process, for the faults of ``disconnect()`` and ``stall(for:)``.
///
/// Threading: every member may be called from any thread. A call costs O(1) and the wait for a lock, unless it says
/// otherwise.
public final class MemoryTransport: EventTransport {
  private let network: MemoryNetwork
  private let process: UInt64

  /// Makes an engine.
  ///
  /// - Parameter network: What connects the engines: those of one network reach each other.
  public init(_ network: MemoryNetwork = .shared) {
    self.network = network
    process = network.update { server in
      server.processes += 1
      return server.processes
    }
  }

  /// Makes a connection. While the network is partitioned or the process is stalled, fails with `.unreachable` after a
  /// second.
  public func connect(
    events: @escaping @Sendable (ConnectionEvent) -> Void,
    done: @escaping @Sendable (Result<any TransportConnection, TransportError>) -> Void
  ) {
    // Weak, because the network keeps the closure. What is under way keeps the network.
    let knock = MemoryKnock(process: process, events: events) { [weak network] result in
      guard let network else { return }
      done(result.map { MemoryConnection(network, $0) })
    }
    network.update { $0.knock(knock) }
  }

  /// Loses the connections of this process, with what is under way: without a ``FaultSchedule`` all of it, otherwise
  /// any number of the last hops in each direction. O(connections and hops).
  public func disconnect() {
    network.update { [process] server in
      for line in server.lines where line.process == process { server.lose(line, "the connection was cut") }
    }
  }

  /// Stops all hops of this process for `length`. It cannot connect meanwhile. A connection that stalls for 10 seconds
  /// is lost. O(connections).
  ///
  /// - Parameter length: How long the transport carries nothing.
  public func stall(for length: Duration) { network.update { [process] in $0.stall(process: process, for: length) } }
}
