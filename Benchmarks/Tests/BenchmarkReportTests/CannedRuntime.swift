import BenchmarkResults

/// A made-up run of the suite `runtime`.
struct CannedRuntime: Sendable {
  /// The nanoseconds per operation at the first size, of Switchboard and of its peer.
  var times: [String: (own: Double, peer: Double)] = [
    "subject.send": (4, 128), "subject.subscribe+dispose": (100, 1050), "operators.map+filter": (9, 144),
    "create+subscribe+dispose": (690, 600), "replay.send": (100, 101),
  ]
  var sizes = ["subject.send": [1, 256], "owners.come-and-go": [1_000_000]]
  /// Libraries other than the peer, by workload: their nanoseconds per operation.
  var libraries: [String: [String: Double]] = [:]
  var hasControl = true
  var hasMemory = true
  /// The disagreement of processes.
  var jitter = 0.002

  var results: Results {
    var environment = CannedResults().results.environment
    if !hasMemory { environment.allocator = Allocator(name: "system", version: nil, selfCheck: .unavailable) }
    return Results(environment: environment, measurements: rows + owners)
  }

  private var rows: [Measurement] {
    times.keys.sorted().flatMap { workload -> [Measurement] in
      let time = times[workload] ?? (1, 1)
      return (sizes[workload] ?? [1]).flatMap { n -> [Measurement] in
        let scale = n == 1 ? 1 : 0.5
        var rows = [
          row(workload, "switchboard", n, time.own * scale), row(workload, "opencombine", n, time.peer * scale),
        ]
        if hasControl { rows.append(row(workload, "switchboard-again", n, time.own * scale)) }
        for (library, time) in (libraries[workload] ?? [:]).sorted(by: { $0.key < $1.key }) {
          rows.append(row(workload, library, n, time * scale))
        }
        if workload == "subject.send" {
          rows += [row(workload, "registry", n, 3.9 * scale), row(workload, "floor-swift", n, 3.2 * scale)]
        }
        return rows
      }
    }
  }

  /// The rows of owners that are checked, but not timed.
  private var owners: [Measurement] {
    guard hasMemory else { return [] }
    return [
      Measurement(
        suite: "runtime", workload: "owners.come-and-go", candidate: "switchboard", n: 1_000_000, mallocsPerOp: 9,
        peakBytes: 4e8)
    ]
  }

  private func row(_ workload: String, _ candidate: String, _ n: Int, _ time: Double) -> Measurement {
    let isSubscription = workload == "subject.subscribe+dispose"
    let isOwn = candidate.hasPrefix("switchboard")
    return Measurement(
      suite: "runtime", workload: workload, candidate: candidate, n: n, median: time, min: time * 0.98,
      max: time * 1.1, rounds: 4, samples: CannedSamples(jitter: jitter).samples(time, candidate, n),
      mallocsPerOp: hasMemory ? (isSubscription ? (isOwn ? 2 : 12) : 0) : nil,
      bytesPerSubscriber: hasMemory ? (isOwn ? 112 : 452) : nil, peakBytes: hasMemory ? 0 : nil,
      instructionsPerOp: workload == "subject.send" && isOwn ? 86 : nil,
      retainsPerOp: workload == "subject.send" && isOwn ? 0 : nil)
  }
}
