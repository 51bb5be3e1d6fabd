import BenchmarkCommand
import BenchmarkReport
import SubscriberWorkloads

/// The suite `link`: a bus and its link, beside a program in C that uses the same client library.
enum LinkSuite {
  private typealias Names = LinkNames

  /// - Parameter isQuick: Whether the figures come from short rounds.
  static func suite(isQuick: Bool = false) -> Suite {
    let runs = LinkRuns(LinkJob(isQuick: isQuick))
    let overNATS = Names.kinds.map(Names.rate) + [Names.median, Names.slowest]
    let linked =
      Names.dispatches.flatMap { [Names.dispatch($0), Names.more($0)] } + [Names.mallocs]
    let candidates = [
      Candidate(
        Names.peer, "a program in C with the client library of NATS",
        runs.measurables(Names.peer, overNATS + Names.dispatches.map(Names.dispatch))),
      Candidate(
        Names.nats, "a link over NATS, with events that are their own bytes",
        runs.measurables(Names.nats, overNATS + Names.kinds.map(Names.share) + linked)),
      Candidate(
        Names.json, "a link over NATS, with events as JSON",
        runs.measurables(Names.json, [Names.rate(Names.live), Names.share(Names.live), Names.encode, Names.decode])),
      Candidate(
        Names.bus, "a bus without a link",
        runs.measurables(Names.bus, Names.dispatches.map(Names.dispatch) + [Names.mallocs])),
      Candidate(Names.memory, "a link over the engine in memory", runs.measurables(Names.memory, linked)),
      Candidate(
        Names.wake, "the signal of a semaphore for which a thread sleeps",
        runs.measurables(Names.wake, [Names.dispatch("isolated")])),
    ]
    var suite = Suite(
      Names.suite, workloads: workloads, candidates: candidates, sizes: Sizes(1), setting: setting
    ) { _ in [] }
    if let gap { suite.gaps = [gap] }
    return suite
  }

  private static var setting: String? {
    #if NATS
      "with trait NATS"
    #else
      nil
    #endif
  }

  /// Why nothing is measured over NATS.
  private static var gap: String? {
    #if NATS
      if NATSServer.program != nil { return nil }
    #endif
    return """
      Links over NATS were not measured, because the server or the client library is missing (apt-get install \
      nats-server libnats-dev, then make bench-build-link).
      """
  }
}
