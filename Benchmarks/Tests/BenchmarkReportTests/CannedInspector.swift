import BenchmarkResults

/// A made-up run of the suite `inspector`.
struct CannedInspector: Sendable {
  /// The nanoseconds of a delivery by build, to one subscriber and to 64.
  var send: [String: [Double]] = [
    "off": [6.6, 2.8], "tracing": [6.6, 2.8], "inspector": [7.8, 2.9], "inspector-again": [7.9, 2.9],
  ]
  /// The requested bytes by build, of a registry and of a subscription.
  var bytes: [String: [Double]] = ["off": [192, 80], "tracing": [320, 104], "inspector": [424, 168]]
  /// The figures of watched programs, by `workload/candidate`.
  var watched: [String: Double] = [
    "watching.hot/alone": 40, "watching.hot/watched": 41, "watching.hot.ratio/watched": 1.02,
    "watching.hot.loss/watched": 0.3, "watching.all.loss/watched": -0.1, "thread.hot/watched": 22,
    "thread.all/watched": 24, "answer.hot/watched": 20, "memory.allocated/watched": 16, "memory.resident/watched": 27,
    "burst/alone": 40, "burst/burst": 130,
  ]
  private static let units = [
    "watching.hot.ratio": "×", "watching.hot.loss": "%", "watching.all.loss": "%", "thread.hot": "ms/s",
    "thread.all": "ms/s", "answer.hot": "ms", "memory.allocated": "MB", "memory.resident": "MB",
  ]

  var results: Results {
    Results(
      environment: CannedResults().results.environment,
      workloads: [WorkloadDescription(suite: "inspector", name: "burst", sentence: "The threads during a burst.")],
      measurements: builds + watched.keys.sorted().map(row))
  }

  private var builds: [Measurement] {
    send.keys.sorted().flatMap { name in
      [("counting.send", 1.0), ("counting.dispatch", 1.5)].flatMap { workload, factor in
        zip([1, 64], send[name] ?? []).map { n, time in
          let samples = CannedSamples(jitter: 0).samples(time * factor, name, n)
          return Measurement(
            suite: "inspector", workload: workload, candidate: name, n: n, median: time * factor, min: time * factor,
            max: time * factor, rounds: 4, samples: samples, mallocsPerOp: 0, bytesPerSubscriber: 96,
            instructionsPerOp: name.hasSuffix("-again") ? nil : time * factor * 10, retainsPerOp: 0)
        }
      }
    }
      + bytes.keys.sorted().flatMap { name in
        zip(["bytes.registry", "bytes.subscription"], bytes[name] ?? []).map { workload, bytes in
          Measurement(
            suite: "inspector", workload: workload, candidate: name, n: 1, unit: "bytes", median: bytes, min: bytes,
            max: bytes, rounds: 1)
        }
      }
  }

  private func row(_ key: String) -> Measurement {
    let parts = key.split(separator: "/").map(String.init)
    return Measurement(
      suite: "inspector", workload: parts[0], candidate: parts[1], n: 10_000, unit: Self.units[parts[0]] ?? "ns/send",
      median: watched[key], min: watched[key].map { $0 - 1 }, max: watched[key].map { $0 + 1 }, rounds: 5)
  }
}
