import BenchmarkResults

/// The section on the cost of tracing while a session records, while none records, and without tracing in the build.
struct TracingSection: SuiteSection {
  static let suite = "tracing"

  let measurements: SuiteMeasurements
  let limits: [Limit]

  init(_ results: Results) {
    measurements = SuiteMeasurements(suite: Self.suite, results, candidateOrder: TracingCandidates.order)
    limits = TracingLimits(measurements).all
  }

  var title: String { "Tracing" }

  var conclusion: [Block] {
    [.heading(2, "What does tracing cost?"), .text(limits.claim), .text(limits.table)]
      + [processes, cores, subscriptions].compactMap(\.self).map(Block.text)
  }

  private var processes: String? {
    guard limits.contains(where: { $0.uncertainty > 0 }) else { return nil }
    return """
      The builds with and without the trait run in two processes. The number after ± is the difference of the same C \
      loop between these processes, scaled to a send. The machine can cause a smaller difference.
      """
  }

  /// A note on the two threads of `event`. They affect each other only if they run at the same time.
  private var cores: String? {
    guard let cores = measurements.row(TracingCandidates.cores, TracingCandidates.recording, 2)?.median else {
      return nil
    }
    var text = "The two threads used \(Figure.number(cores)) cores"
    if let ratio = twoThreads { text += "; an event took \(Figure.ratio(ratio)) its time on one thread" }
    return cores >= 1.5
      ? text + "."
      : text
        + ". **The threads got fewer than two cores, so this run does not show how they affect each other.**"
  }

  private var twoThreads: Double? {
    guard let one = measurements.time(TracingCandidates.event, TracingCandidates.recording, 1),
      let two = measurements.time(TracingCandidates.event, TracingCandidates.recording, 2)
    else { return nil }
    return two / one
  }

  private var subscriptions: String? {
    func instructions(_ candidate: String) -> Double? {
      measurements.sizes(of: TracingCandidates.subscribe).lazy.compactMap {
        measurements.row(TracingCandidates.subscribe, candidate, $0)?.instructionsPerOp
      }.first
    }
    let parts = [TracingCandidates.off, TracingCandidates.stopped, TracingCandidates.recording].compactMap { name in
      instructions(name).map { "\(Figure.count($0)) \(Markdown.code(name))" }
    }
    return parts.isEmpty ? nil : "Instructions of a subscription: \(Markdown.list(parts))."
  }
}
