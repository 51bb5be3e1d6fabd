#if NATS
  import BenchmarkHarness
  import BenchmarkReport
  import SubscriberWorkloads
  import Switchboard
  import SwitchboardLink

  /// Live throughput: from the dispatch until the server has read everything. A connection of its own waits for the
  /// last event of each run, because a server handles the events of a connection in order.
  final class LiveMeasurement: LinkMeasurement {
    private typealias Names = LinkNames

    private let job: LinkJob
    private let bus = EventBus()
    private let link: BusLink
    private let peer, watcher: Peer
    private var marks: UInt64 = 0

    init(_ job: LinkJob, _ server: NATSServer) throws(FailedCheck) {
      self.job = job
      var options = LinkOptions()
      // All events of a run may wait at once.
      options.queueLimit = job.live + 10
      link = BusLink(bus, application: "link", over: server.transport, options: options)
      link.forward(Tick.self)
      link.forward(PriceChanged.self)
      link.forward(Mark.self)
      peer = try Peer(server.address)
      watcher = try Peer(server.address)
      try watcher.watch("*.live.mark.1.0.-")
      try link.awaitReady()
    }

    func measure(round: Int, into report: inout LinkReport) throws(FailedCheck) {
      var rates: [String: Double] = [:]
      let candidates = [Names.peer, Names.nats, Names.json]
      for candidate in round % 2 == 0 ? candidates : candidates.reversed() {
        let begin = MonotonicClock.now()
        switch candidate {
        case Names.peer:
          try peer.publish("peer.live.tick.1.0.-", job.live)
          try peer.publish("peer.live.mark.1.0.-", 1)
        case Names.nats: send(Tick())
        default: send(PriceChanged.typical)
        }
        marks += 1
        try watcher.await(marks)
        let rate = Double(job.live) / Double(MonotonicClock.now() - begin) * 1e9
        rates[candidate] = rate
        report.note(Names.rate(Names.live), candidate, rate)
      }
      for candidate in [Names.nats, Names.json] {
        guard let rate = rates[candidate], let peer = rates[Names.peer] else { continue }
        report.note(Names.share(Names.live), candidate, 100 * rate / peer)
      }
    }

    private func send<E: WireEvent>(_ event: E) {
      for _ in 0..<job.live { bus.dispatch(event) }
      bus.dispatch(Mark())
    }

    func end() throws(FailedCheck) {
      try link.end()
      peer.close()
      watcher.close()
    }
  }
#endif
