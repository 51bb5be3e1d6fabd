import BenchmarkResults

/// The limits of the suite `link`.
struct LinkLimits: Sendable {
  private typealias Names = LinkNames

  /// The limits in the order of the report.
  let all: [Limit]

  init(_ suite: SuiteMeasurements) {
    func median(_ workload: String, _ candidate: String) -> Double? {
      suite.sizes(of: workload).last.flatMap { suite.row(workload, candidate, $0)?.median }
    }
    let shares = [(Names.live, "Live", 70.0), (Names.durable, "Durable", 50)].map { kind, title, bound in
      Limit(
        title: "\(title) events over NATS, of what a program in C sends", bound: bound, unit: "%", isLeast: true,
        measured: median(Names.share(kind), Names.nats))
    }
    let engines = [(Names.memory, "in memory"), (Names.nats, "over NATS")]
    let wake = median(Names.dispatch("isolated"), Names.wake)
    let loaded = engines.map { candidate, engine in
      Limit(
        title: "A dispatch with a link \(engine), more than without", bound: 1000, unit: "ns",
        measured: median(Names.more("loaded"), candidate))
    }
    let isolated = engines.map { candidate, engine in
      var measured: Double?
      // A gain is chance.
      if let more = median(Names.more("isolated"), candidate), let wake { measured = max(0, more - wake) }
      return Limit(
        title: "The same after pauses, \(engine), beyond what it takes to wake a thread", bound: 1000, unit: "ns",
        measured: measured)
    }
    all = shares + loaded + isolated
  }
}
