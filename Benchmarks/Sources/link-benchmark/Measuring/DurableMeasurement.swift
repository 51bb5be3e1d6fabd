#if NATS
  import BenchmarkHarness
  import BenchmarkReport
  import SubscriberWorkloads
  import Switchboard
  import SwitchboardLink

  /// Durable throughput: from the dispatch until the server has confirmed everything. Runs begin with empty streams.
  final class DurableMeasurement: LinkMeasurement {
    private typealias Names = LinkNames

    private let job: LinkJob
    private let bus = EventBus()
    private let link: BusLink
    private let peer: Peer
    private let streams = [Names.nats: "link_durable_order", Names.peer: "peer_durable_order"]

    init(_ job: LinkJob, _ server: NATSServer) throws(FailedCheck) {
      self.job = job
      link = BusLink(bus, application: "link", over: server.transport)
      link.forward(Order.self)
      peer = try Peer(server.address)
      try peer.makeStream("peer_durable_order", of: "peer.durable.order.*.*.*")
      try link.awaitReady()
    }

    func measure(round: Int, into report: inout LinkReport) throws(FailedCheck) {
      var rates: [String: Double] = [:]
      let candidates = [Names.peer, Names.nats]
      for candidate in round % 2 == 0 ? candidates : candidates.reversed() {
        let begin = MonotonicClock.now()
        if candidate == Names.peer {
          try peer.store("peer.durable.order.1.0.-", job.durable, unconfirmed: LinkOptions().unconfirmedLimit)
        } else {
          try store()
        }
        let rate = Double(job.durable) / Double(MonotonicClock.now() - begin) * 1e9
        rates[candidate] = rate
        report.note(Names.rate(Names.durable), candidate, rate)
        try check(candidate)
      }
      if let rate = rates[Names.nats], let peer = rates[Names.peer] {
        report.note(Names.share(Names.durable), Names.nats, 100 * rate / peer)
      }
    }

    private func store() throws(FailedCheck) {
      let event = Order()
      for _ in 1..<job.durable { bus.dispatch(event) }
      // The confirmations of a stream come in order.
      try wait { [link] in try await link.publish(event) }
      let census = link.census
      guard census.unconfirmed == 0 else { throw FailedCheck("\(census.unconfirmed) events were not confirmed") }
    }

    /// Checks that the server has everything, and removes it.
    private func check(_ candidate: String) throws(FailedCheck) {
      let stream = streams[candidate] ?? ""
      let stored = try peer.stored(in: stream)
      guard stored == job.durable else { throw FailedCheck("\(stream) has \(stored) of \(job.durable) events") }
      try peer.purge(stream)
    }

    func end() throws(FailedCheck) {
      try link.end()
      peer.close()
    }
  }
#endif
