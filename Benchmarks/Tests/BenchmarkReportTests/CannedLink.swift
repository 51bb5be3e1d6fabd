import BenchmarkResults

/// A made-up run of the suite `link`.
struct CannedLink: Sendable {
  /// The figures by `workload/candidate`.
  var figures: [String: Double] = [
    "live.rate/c": 1_000_000, "live.rate/nats": 700_000, "live.share/nats": 70,
    "durable.rate/c": 100_000, "durable.rate/nats": 90_000, "durable.share/nats": 90,
    "json.encode/nats-json": 2200, "json.decode/nats-json": 3800,
    "latency.p50/c": 100, "latency.p50/nats": 200, "latency.p99/c": 300, "latency.p99/nats": 400,
    "dispatch.loaded.more/memory": 110, "dispatch.loaded.more/nats": 120, "dispatch.isolated/memory": 5200,
    "dispatch.isolated/wake": 5000, "dispatch.isolated/c": 9000, "dispatch.isolated.more/memory": 5100,
    "dispatch.isolated.more/nats": 4900,
  ]
  private static let units = [
    "rate": "events/s", "share": "%", "encode": "ns", "decode": "ns", "p50": "µs", "p99": "µs",
  ]

  var results: Results {
    Results(
      environment: CannedResults().results.environment,
      workloads: [WorkloadDescription(suite: "link", name: "live.rate", sentence: "Dispatches live events.")],
      measurements: figures.keys.sorted().map(row))
  }

  private func row(_ key: String) -> Measurement {
    let parts = key.split(separator: "/").map(String.init)
    let unit = parts[0].split(separator: ".").last.flatMap { Self.units[String($0)] }
    return Measurement(
      suite: "link", workload: parts[0], candidate: parts[1], n: 1, unit: unit ?? "ns", median: figures[key],
      min: figures[key].map { $0 - 1 }, max: figures[key].map { $0 + 1 }, rounds: 7)
  }
}
