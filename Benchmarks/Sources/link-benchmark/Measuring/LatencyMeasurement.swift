#if NATS
  import BenchmarkHarness
  import BenchmarkReport
  import SubscriberWorkloads
  import Switchboard
  import SwitchboardLink

  /// The time of a delivery with its answer. The responders have connections of their own.
  final class LatencyMeasurement: LinkMeasurement {
    private typealias Names = LinkNames

    private let job: LinkJob
    private let link, responder: BusLink
    private let peer, peerResponder: Peer

    init(_ job: LinkJob, _ server: NATSServer) throws(FailedCheck) {
      self.job = job
      link = BusLink(EventBus(), application: "link", over: server.transport)
      let bus = EventBus()
      bus.subscribe(Ask.self) { _ in }
      responder = BusLink(bus, application: "link", over: server.transport)
      responder.respond(to: Ask.self)
      peer = try Peer(server.address, isHasty: true)
      peerResponder = try Peer(server.address, isHasty: true)
      try peerResponder.answer("peer.request.ask.1.0.-")
      try link.awaitReady()
      try responder.awaitReady()
      try awaitResponder()
    }

    func measure(round: Int, into report: inout LinkReport) throws(FailedCheck) {
      let candidates = [Names.peer, Names.nats]
      for candidate in round % 2 == 0 ? candidates : candidates.reversed() {
        let times =
          candidate == Names.nats
          ? try deliver(job.deliveries) : try peer.request("peer.request.ask.1.0.-", job.deliveries)
        report.note(Names.median, candidate, times.quantile(0.5) / 1000)
        report.note(Names.slowest, candidate, times.quantile(0.99) / 1000)
      }
    }

    /// Delivers until there is an answer. A link is ready when it has subscribed, which the server may learn later.
    private func awaitResponder() throws(FailedCheck) {
      var failure: FailedCheck?
      for _ in 0..<50 {
        do throws(FailedCheck) {
          return try wait { [link] in try await link.deliver(Ask(), within: .milliseconds(100)) }
        } catch { failure = error }
      }
      if let failure { throw failure }
    }

    private func deliver(_ count: Int) throws(FailedCheck) -> [Double] {
      try wait { [link] in
        var times: [Double] = []
        for _ in 0..<count {
          let begin = MonotonicClock.now()
          try await link.deliver(Ask())
          times.append(Double(MonotonicClock.now() - begin))
        }
        return times
      }
    }

    func end() throws(FailedCheck) {
      try link.end()
      try responder.end()
      peer.close()
      peerResponder.close()
    }
  }
#endif
