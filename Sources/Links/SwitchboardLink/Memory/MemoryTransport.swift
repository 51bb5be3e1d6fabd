/// The engine for links in one process: they talk to each other without a server.
///
/// ```swift
/// let engine = MemoryTransport()   // all links with this engine are connected
/// ```
/// Each instance stands for one process. The product `SwitchboardLinkTesting` can disconnect and stall it.
///
/// Threading: every member may be called from any thread. A call costs O(1) and the wait for a lock, unless it says
/// otherwise.
public final class MemoryTransport: EventTransport {
  package let network: MemoryNetwork
  /// The number of the process.
  package let process: UInt64

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

  /// Makes a connection. O(1).
  public func connect(
    events: @escaping @Sendable (ConnectionEvent) -> Void,
    done: @escaping @Sendable (Result<any TransportConnection, TransportError>) -> Void
  ) {
    // Weak, because the network keeps the closure. What is under way keeps the network.
    let request = MemoryConnectRequest(process: process, events: events) { [weak network] result in
      guard let network else { return }
      done(result.map { MemoryConnection(network, $0) })
    }
    network.update { $0.requestConnection(request) }
  }
}
