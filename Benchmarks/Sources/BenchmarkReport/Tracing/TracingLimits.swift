import BenchmarkResults

/// The limits of the suite `tracing`.
struct TracingLimits: Sendable {
  private typealias Names = TracingCandidates

  /// The limits in the order of the report.
  let all: [Limit]

  init(_ suite: SuiteMeasurements) {
    all = Self.events(suite) + Self.sends(suite) + [Self.subscription(suite)] + Self.files(suite)
  }

  /// Returns a sentence for each exact limit that `results` miss.
  static func exceeded(in results: Results) -> [String] {
    let suite = SuiteMeasurements(suite: TracingSection.suite, results)
    return TracingLimits(suite).all.exceeded
  }

  private static func events(_ suite: SuiteMeasurements) -> [Limit] {
    [1, 2].flatMap { threads in
      let place = threads == 1 ? "1 thread" : "\(threads) threads"
      return [
        Limit(
          title: "A recorded event ÷ clock and 32-byte store, \(place)", bound: 1.35, unit: "×",
          measured: suite.ratio(Names.event, Names.recording, to: Names.floor.on, threads)),
        Limit(
          title: "A recorded event without clock, \(place)", bound: 4, unit: "ns",
          measured: suite.time(Names.event, Names.sequence, threads)),
      ]
    }
  }

  private static func sends(_ suite: SuiteMeasurements) -> [Limit] {
    func time(_ candidate: String, _ n: Int) -> Double? { suite.time(Names.send, candidate, n) }
    let stopped = [1, 16].map { n in
      var difference: Double?
      var uncertainty = 0.0
      if let on = time(Names.stopped, n), let off = time(Names.off, n) {
        difference = on - off
        // `off` and `stopped` run in two processes. The machine causes the difference between their floors.
        if let floor = time(Names.floor.on, n), let other = time(Names.floor.off, n) {
          uncertainty = off * abs(floor / other - 1)
        }
      }
      return Limit(
        title: "A send to \(n) without a session, more than without the trait", bound: 1, unit: "ns",
        measured: difference, uncertainty: uncertainty)
    }
    var events: Double?
    if let recording = time(Names.recording, 1), let stopped = time(Names.stopped, 1),
      let floor = suite.time(Names.event, Names.floor.on, 1)
    {
      events = (recording - stopped) / floor
    }
    return stopped + [
      Limit(
        title: "A recorded send to 1 (three events) ÷ clock and 32-byte store", bound: 4, unit: "×",
        measured: events)
    ]
  }

  private static func subscription(_ suite: SuiteMeasurements) -> Limit {
    func instructions(_ candidate: String) -> Double? {
      suite.sizes(of: Names.subscribe).lazy.compactMap { suite.row(Names.subscribe, candidate, $0)?.instructionsPerOp }
        .first
    }
    var difference: Double?
    if let on = instructions(Names.stopped), let off = instructions(Names.off) { difference = on - off }
    return Limit(
      title: "A subscription without a session, more than without the trait", bound: 60, unit: "instructions",
      measured: difference, isExact: true)
  }

  private static func files(_ suite: SuiteMeasurements) -> [Limit] {
    func largest(_ workload: String) -> (n: Int, row: Measurement?) {
      let n = suite.sizes(of: workload).last ?? 0
      return (n, suite.row(workload, Names.files, n))
    }
    let write = largest(Names.write).row?.median
    let bytes = largest(Names.bytes).row?.median
    let summary = largest(Names.summary)
    return [
      Limit(title: "A record in a file", bound: 32, unit: "bytes", measured: bytes),
      Limit(
        title: "Records written per second", bound: 2, unit: "million", isLeast: true,
        measured: write.map { 1e3 / $0 }),
      Limit(
        title: "A summary of 10,000,000 records", bound: 30, unit: "s",
        measured: summary.n == 10_000_000 ? summary.row?.median.map { $0 * Double(summary.n) / 1e9 } : nil),
      Limit(
        title: "Peak memory of the summary", bound: 500, unit: "MB",
        measured: summary.n == 10_000_000 ? summary.row?.peakBytes.map { $0 / 1e6 } : nil),
    ]
  }
}
