import BenchmarkResults

/// A made-up run of the suite `leaks`.
struct CannedLeaks: Sendable {
  var bytes: [String: Double] = [
    "live.cycles/array": 0, "live.cycles/linked-list": 0, "live.cycles/dense": 0,
    "live.clean/clean/strong-self": 0, "live.clean/clean/merge": 0,
    "live.leaking/leaking/strong-self": 268, "live.leaking/leaking/merge": 1600,
    "live.capacity/clean/kept-capacity": 0, "live.capacity/leaking/kept-capacity": 2560,
    "live.threads/clean/tasks": 2, "live.threads/leaking/tasks": 600,
  ]

  var results: Results {
    Results(
      environment: CannedResults().results.environment,
      measurements: bytes.keys.sorted().flatMap { key in
        let names = key.split(separator: "/", maxSplits: 1).map(String.init)
        return sizes(names[0]).map { n in
          Measurement(
            suite: "leaks", workload: names[0], candidate: names[1], n: n,
            unit: names[0] == "live.capacity" ? "bytes" : "bytes/cycle", median: bytes[key], min: bytes[key],
            max: bytes[key], rounds: 3)
        }
      })
  }

  private func sizes(_ workload: String) -> [Int] {
    switch workload {
    case "live.threads": [4096]
    case "live.capacity": [64]
    default: [32, 64]
    }
  }
}
