import BenchmarkResults

/// A made-up run of the suite `client`.
struct CannedClients: Sendable {
  var results: Results {
    Results(
      environment: CannedResults().results.environment,
      workloads: [WorkloadDescription(suite: "client", name: "client.code", sentence: "The code of n functions.")],
      measurements: [
        row("library.build", "switchboard", 1, "CPU s", 24, 0.5), row("library.build", "opencombine", 1, "CPU s", 12),
        row("client.code", "switchboard", 100, "bytes", 781_648),
        row("client.code", "opencombine", 100, "bytes", 151_362),
        row("hello.code", "switchboard", 1, "bytes", 1_509_533),
      ])
  }

  private func row(
    _ workload: String, _ candidate: String, _ n: Int, _ unit: String, _ median: Double, _ spread: Double = 0
  ) -> Measurement {
    Measurement(
      suite: "client", workload: workload, candidate: candidate, n: n, unit: unit, median: median,
      min: median - spread, max: median + spread, rounds: 3)
  }
}
