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
    let shares = [(Names.live, "Live", 60.0), (Names.durable, "Durable", 50)].map { kind, title, bound in
      Limit(
        title: "\(title) events over NATS, of what a program in C sends", bound: bound, unit: "%", isLeast: true,
        measured: median(Names.share(kind), Names.nats))
    }
    let engines = [(Names.memory, "in memory"), (Names.nats, "over NATS")]
    let loads = [("loaded", "one after the other"), ("isolated", "after pauses")]
    let dispatches = engines.flatMap { candidate, engine in
      loads.map { load, manner in
        Limit(
          title: "A dispatch with a link \(engine), \(manner), more than without", bound: 1000, unit: "ns",
          measured: median(Names.more(load), candidate))
      }
    }
    all = shares + dispatches
  }
}
