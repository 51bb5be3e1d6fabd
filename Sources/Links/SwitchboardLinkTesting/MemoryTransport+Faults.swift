public import SwitchboardLink

extension MemoryTransport {
  /// Loses the connections of this process, with what is under way: without a ``FaultSchedule`` all of it, otherwise
  /// any number of the last packets in each direction. O(connections and packets).
  public func disconnect() {
    let process = process
    network.update { server in
      for line in server.lines where line.process == process { server.lose(line, "the connection was cut") }
    }
  }

  /// Stops all packets of this process for `length`. It cannot connect meanwhile, and learns so after a second, with
  /// `TransportError.Kind.unreachable`. A connection that stalls for 10 seconds is lost. O(connections).
  ///
  /// - Parameter length: How long the transport carries nothing.
  public func stall(for length: Duration) {
    let process = process
    network.update { $0.scheduledFaults().stall(process: process, on: $0, for: length) }
  }
}
