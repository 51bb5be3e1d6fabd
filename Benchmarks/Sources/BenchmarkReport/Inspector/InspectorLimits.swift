import BenchmarkResults

/// The limits of the suite `inspector`.
struct InspectorLimits: Sendable {
  private typealias Names = InspectorNames

  /// The limits in the order of the report.
  let all: [Limit]

  init(_ suite: SuiteMeasurements) {
    all = Self.watching(suite) + Self.counting(suite) + Self.bytes(suite)
  }

  /// Returns a sentence for each exact limit that `results` miss.
  static func exceeded(in results: Results) -> [String] {
    InspectorLimits(SuiteMeasurements(suite: Names.suite, results)).all.exceeded
  }

  private static func watching(_ suite: SuiteMeasurements) -> [Limit] {
    func row(_ workload: String) -> Measurement? {
      suite.sizes(of: workload).last.flatMap { suite.row(workload, Names.watched, $0) }
    }
    let losses = [("busy subjects, few of many", "hot"), ("all subjects in turn", "all")].map { subjects, load in
      Limit(
        title: "Throughput lost while a page is open, \(subjects)", bound: 5, unit: "%",
        // A gain is chance.
        measured: row(Names.loss(load))?.median.map { max(0, $0) })
    }
    let threads = Names.loads.compactMap { row(Names.thread($0))?.median }
    let answers = Names.offeredLoads.compactMap { row(Names.answer($0))?.max }
    return losses + [
      Limit(
        title: "Processor time of the inspector's thread while a page is open", bound: 15, unit: "% of a core",
        // Milliseconds per second.
        measured: threads.max().map { $0 / 10 }),
      Limit(title: "The longest wait for what the page shows", bound: 1000, unit: "ms", measured: answers.max()),
      Limit(
        title: "Memory of an inspector of 10,000 registries", bound: 50, unit: "MB",
        measured: [Names.allocated, Names.resident].compactMap { row($0)?.median }.max()),
    ]
  }

  private static func counting(_ suite: SuiteMeasurements) -> [Limit] {
    [(Names.send, "a subject"), (Names.dispatch, "a bus")].flatMap { workload, sender in
      [1, 64].map { n in
        var (difference, uncertainty): (Double?, Double) = (nil, 0)
        if let on = suite.time(workload, Names.counting, n), let off = suite.time(workload, Names.tracing, n) {
          difference = on - off
          uncertainty = suite.time(workload, Names.control.name, n).map { abs($0 - on) } ?? 0
        }
        return Limit(
          title: "Counting a call of a handler, \(sender) with \(n), more than with the trait Tracing", bound: 2,
          unit: "ns", measured: difference, uncertainty: uncertainty)
      }
    }
  }

  private static func bytes(_ suite: SuiteMeasurements) -> [Limit] {
    [(Names.registryBytes, "a registry", 104.0), (Names.subscriptionBytes, "a subscription", 64)].map {
      workload, object, bound in
      var difference: Double?
      if let on = suite.time(workload, Names.counting, 1), let off = suite.time(workload, Names.tracing, 1) {
        difference = on - off
      }
      return Limit(
        title: "What \(object) asks for, more than with the trait Tracing", bound: bound, unit: "bytes",
        measured: difference, isExact: true)
    }
  }
}
