#if NATS
  internal import CNATS
  internal import SwitchboardLink

  /// Decides at each interval whether the server still lives. Counts intervals and not seconds, so that a program that
  /// was stopped for a while asks the server again before it gives the server up.
  struct Pulse {
    /// The number of silent intervals after which the next one means that the server is gone.
    let most: Int
    private var (received, acknowledged): (UInt64, UInt64) = (0, 0)
    private var silent = 0
    /// The end of what was written when the first interval without a sign was over; nil: no such interval.
    private var written: UInt64?

    init(most: Int) { self.most = most }

    /// Takes note of an interval. Returns whether the server may be alive. Any byte is a sign, because an answer to a
    /// ping comes only after the data before it, which takes long on a slow network.
    ///
    /// - Parameters:
    ///   - received: How much has come from the server: a number that grows.
    ///   - acknowledged: The bytes that the server's machine has taken.
    ///   - waiting: The bytes that were written and not taken.
    mutating func beat(received: UInt64, acknowledged: UInt64, waiting: UInt64) -> Bool {
      defer { (self.received, self.acknowledged) = (received, acknowledged) }
      if received != self.received {
        (silent, written) = (0, nil)
        return true
      }
      // The server cannot answer the ping of the interval while the ping waits behind data on its way to the server.
      let end = written ?? acknowledged + waiting
      written = end
      if acknowledged != self.acknowledged, acknowledged < end { return true }
      silent += 1
      return silent <= most
    }
  }

  extension Client {
    /// Begins to look for signs of life. The C client sends the pings. On the thread of the connection.
    func watch() { timers.schedule(after: options.pingInterval) { [weak self] in self?.beat() } }

    private func beat() {
      let state = socket.withLock { $0 }
      guard state.descriptor >= 0 else { return }
      var traffic = switchboard_traffic()
      let isCounted = unsafe switchboard_get_traffic(state.descriptor, &traffic)
      if state.isDriven { traffic.waiting += UInt64(max(0, unsafe natsConnection_Buffered(connection))) }
      // A thread that reads counts also where the operating system does not.
      if state.isDriven || isCounted,
        !pulse.beat(
          received: state.isDriven ? readings : traffic.received, acknowledged: traffic.acknowledged,
          waiting: traffic.waiting)
      {
        return cut("the server does not answer any more")
      }
      watch()
    }
  }
#endif
